/// The serviceaccount-token-controller. Fills the secrets that ask for a token of a service
/// account, and removes those whose account is gone.
@NullMarked
package dev.kcm.controllers.identity.serviceaccounttoken;

import org.jspecify.annotations.NullMarked;
