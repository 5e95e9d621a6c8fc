/// Options and names around the tokens of service accounts, for the controllers that make, publish and remove them.
@NullMarked
package dev.kcm.controllers.shared.serviceaccounttokens;

import org.jspecify.annotations.NullMarked;
