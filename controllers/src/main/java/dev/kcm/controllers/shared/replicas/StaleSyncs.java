package dev.kcm.controllers.shared.replicas;

import dev.kcm.base.metrics.Counter;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.model.Resource;
import java.util.Locale;

/// How many syncs waited because the caches did not show the controller's own writes yet; upstream's metric.
public record StaleSyncs(Counter skips) {

    /// @param kind whose syncs are counted; the metric is named after it
    public static StaleSyncs in(Metrics metrics, String kind) {
        return new StaleSyncs(metrics.counter(
                kind.toLowerCase(Locale.ROOT) + "_controller_stale_sync_skips_total",
                "[ALPHA] Total number of %s syncs skipped due to a stale watch cache.".formatted(kind),
                "group",
                "resource"));
    }

    public void record(Resource<?> behind) {
        skips.with(behind.group(), behind.plural()).increment();
    }
}
