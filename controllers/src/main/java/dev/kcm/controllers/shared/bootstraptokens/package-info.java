/// How a bootstrap token reads: the secrets that let new nodes join. Pure functions.
@NullMarked
package dev.kcm.controllers.shared.bootstraptokens;

import org.jspecify.annotations.NullMarked;
