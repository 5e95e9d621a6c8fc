/// Instruments and the registry that holds them. Names and labels come out exactly as given
/// (upstream has counters without `_total`, which other libraries will not write). Recording is
/// lock-free; any thread may record or read.
@NullMarked
package dev.kcm.base.metrics;

import org.jspecify.annotations.NullMarked;
