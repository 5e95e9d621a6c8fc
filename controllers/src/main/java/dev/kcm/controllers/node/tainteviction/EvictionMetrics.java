package dev.kcm.controllers.node.tainteviction;

import dev.kcm.base.metrics.Buckets;
import dev.kcm.base.metrics.Counter;
import dev.kcm.base.metrics.Histogram;
import dev.kcm.base.metrics.Metrics;
import java.time.Duration;

/// What upstream measures of evictions.
final class EvictionMetrics {
    private final Counter.One deletions;
    private final Histogram.One delay;

    EvictionMetrics(Metrics metrics) {
        this.deletions = metrics.counter(
                        "taint_eviction_controller_pod_deletions_total",
                        "Pods deleted because of a taint, since this process started.")
                .with();
        this.delay = metrics.histogram(
                        "taint_eviction_controller_pod_deletion_duration_seconds",
                        "Time from the moment a pod was to go until it was deleted.",
                        Buckets.of(0.005, 0.025, 0.1, 0.5, 1, 2.5, 10, 30, 60, 120, 180, 240))
                .with();
    }

    void deleted(Duration after) {
        deletions.increment();
        delay.observe(after);
    }
}
