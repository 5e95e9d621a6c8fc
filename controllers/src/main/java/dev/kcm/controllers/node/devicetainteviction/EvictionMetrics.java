package dev.kcm.controllers.node.devicetainteviction;

import dev.kcm.base.metrics.Buckets;
import dev.kcm.base.metrics.Counter;
import dev.kcm.base.metrics.Histogram;
import dev.kcm.base.metrics.Metrics;
import java.time.Duration;

/// What upstream measures of evictions.
final class EvictionMetrics {
    private final Counter.One deletions;
    private final Histogram.One latency;

    EvictionMetrics(Metrics metrics) {
        this.deletions = metrics.counter(
                        "device_taint_eviction_controller_pod_deletions_total",
                        "Pods that were deleted because of taints on their devices.")
                .with();
        this.latency = metrics.histogram(
                        "device_taint_eviction_controller_pod_deletion_duration_seconds",
                        "Time from when a pod had to go until it was deleted.",
                        Buckets.of(0.005, 0.025, 0.1, 0.5, 1, 2.5, 10, 30, 60, 120, 180, 240))
                .with();
    }

    void deleted(Duration late) {
        deletions.increment();
        latency.observe(late);
    }
}
