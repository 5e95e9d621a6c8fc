/// Applies JSON, merge and strategic merge patches of requests to objects, with upstream's errors. Knows no store; any
/// thread.
@NullMarked
package dev.kcm.apiserver.patch;

import org.jspecify.annotations.NullMarked;
