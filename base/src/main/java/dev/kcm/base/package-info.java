/// What every other module stands on: the one clock with its timers, back-off, and bounded fan-out
/// over virtual threads. Anyone may call it; everything here is thread-safe unless it says
/// otherwise.
@NullMarked
package dev.kcm.base;

import org.jspecify.annotations.NullMarked;
