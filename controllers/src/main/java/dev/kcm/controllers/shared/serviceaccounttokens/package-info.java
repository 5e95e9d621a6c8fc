/// Names around the secrets that hold tokens of service accounts, for the controllers that make and remove them.
@NullMarked
package dev.kcm.controllers.shared.serviceaccounttokens;

import org.jspecify.annotations.NullMarked;
