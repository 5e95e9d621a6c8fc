/// The flags that say how to log, and what they mean: upstream's two formats, verbosity, and where
/// lines go. The writing itself is in `dev.kcm.base.log`.
@NullMarked
package dev.kcm.manager.logging;

import org.jspecify.annotations.NullMarked;
