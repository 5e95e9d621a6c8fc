/// The Go types behind the built-in kinds, and what Go says of a document that does not fit them.
/// Servers use it after a document was rejected; nothing here is on the path of a valid one.
///
/// Everything here may be shared between threads.
@NullMarked
package dev.kcm.model.gotype;

import org.jspecify.annotations.NullMarked;
