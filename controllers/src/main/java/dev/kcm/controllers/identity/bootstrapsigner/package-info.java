/// The bootstrap-signer-controller. Signs what new nodes learn about the cluster with the tokens
/// they were given.
@NullMarked
package dev.kcm.controllers.identity.bootstrapsigner;

import org.jspecify.annotations.NullMarked;
