package dev.kcm.controllers.housekeeping.garbagecollector;

import dev.kcm.base.metrics.Counter;
import dev.kcm.base.metrics.Metrics;

/// What upstream counts of the garbage collector.
final class CollectorMetrics {
    private final Counter discoveryFailures;

    CollectorMetrics(Metrics metrics) {
        this.discoveryFailures = metrics.counter(
                "garbagecollector_controller_resources_sync_error_total",
                "Failures to learn which resources there are.");
    }

    void discoveryFailed() {
        discoveryFailures.increment();
    }
}
