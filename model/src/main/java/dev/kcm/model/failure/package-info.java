/// Requests that failed: what the server said, as a sealed type that tells the cases callers treat
/// differently apart.
///
/// Immutable values; any module may use them.
@NullMarked
package dev.kcm.model.failure;

import org.jspecify.annotations.NullMarked;
