/// How the API says no: the server's Status, sorted into the kinds of refusal that callers tell
/// apart.
@NullMarked
package dev.kcm.model.failure;

import org.jspecify.annotations.NullMarked;
