package dev.kcm.controllers.shared.replicas;

import dev.kcm.base.metrics.Counter;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.model.Resource;

/// How many syncs waited because the caches did not show the controller's own writes yet; upstream's metric.
record StaleSyncs(Counter skips) {

    static StaleSyncs in(Metrics metrics) {
        return new StaleSyncs(metrics.counter(
                "replicaset_controller_stale_sync_skips_total",
                "[ALPHA] Total number of ReplicaSet syncs skipped due to a stale watch cache.",
                "group",
                "resource"));
    }

    void record(Resource<?> behind) {
        skips.with(behind.group(), behind.plural()).increment();
    }
}
