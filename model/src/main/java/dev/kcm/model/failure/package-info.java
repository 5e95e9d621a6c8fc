/// API errors: the server's Status, sorted into the kinds of failure that callers tell
/// apart.
@NullMarked
package dev.kcm.model.failure;

import org.jspecify.annotations.NullMarked;
