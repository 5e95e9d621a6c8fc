/// The certificatesigningrequest-cleaner-controller. Removes certificate signing requests nobody
/// needs any more.
@NullMarked
package dev.kcm.controllers.identity.certificatecleaner;

import org.jspecify.annotations.NullMarked;
