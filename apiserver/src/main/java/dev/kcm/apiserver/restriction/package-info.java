/// Admission that goes by what the caller may do or is: nobody grants more than they hold, signs or approves for a
/// signer without permission, and a node changes only what is its own. Reads the store and the authorizer; writes
/// nothing.
@NullMarked
package dev.kcm.apiserver.restriction;

import org.jspecify.annotations.NullMarked;
