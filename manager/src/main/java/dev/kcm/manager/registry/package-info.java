/// Which controllers there are and which of them run: upstream's names, aliases, required features
/// and defaults, and the meaning of `--controllers`. Pure values.
@NullMarked
package dev.kcm.manager.registry;

import org.jspecify.annotations.NullMarked;
