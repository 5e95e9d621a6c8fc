package dev.kcm.controllers.workload.horizontalpodautoscaler;

import java.time.Duration;
import java.time.Instant;

/// What one pod has of a metric, in thousandths.
///
/// @param window the time it was measured over, which ended at `timestamp`
record PodSample(long milliValue, Instant timestamp, Duration window) {}
