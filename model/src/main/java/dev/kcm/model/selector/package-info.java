/// Label and field selectors: compiled once, matched often, printed in upstream's canonical form.
///
/// Selectors are immutable and may be shared between threads.
@NullMarked
package dev.kcm.model.selector;

import org.jspecify.annotations.NullMarked;
