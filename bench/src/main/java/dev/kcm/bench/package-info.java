/// Side-by-side measurements against the Go manager.
@NullMarked
package dev.kcm.bench;

import org.jspecify.annotations.NullMarked;
