/// The legacy-serviceaccount-token-cleaner-controller. Removes secret-based service account tokens
/// nobody uses.
@NullMarked
package dev.kcm.controllers.identity.legacyserviceaccounttokencleaner;

import org.jspecify.annotations.NullMarked;
