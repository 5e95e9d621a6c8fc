/// The Go types behind the built-in kinds, and what Go says of a document that does not fit them.
/// Servers ask after a document was refused; nothing here is on the way of one that is taken.
///
/// Everything here may be shared between threads.
@NullMarked
package dev.kcm.model.gotype;

import org.jspecify.annotations.NullMarked;
