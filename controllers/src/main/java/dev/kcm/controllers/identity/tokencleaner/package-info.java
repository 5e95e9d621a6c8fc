/// The token-cleaner-controller. Removes bootstrap tokens that have expired.
@NullMarked
package dev.kcm.controllers.identity.tokencleaner;

import org.jspecify.annotations.NullMarked;
