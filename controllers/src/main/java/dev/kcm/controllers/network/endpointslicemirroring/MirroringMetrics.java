package dev.kcm.controllers.network.endpointslicemirroring;

import dev.kcm.base.metrics.Buckets;
import dev.kcm.base.metrics.Counter;
import dev.kcm.base.metrics.Histogram;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.controllers.shared.slices.SliceCount;
import dev.kcm.controllers.shared.slices.SliceOutcome;
import dev.kcm.runtime.controller.Memory;
import java.time.Duration;
import java.util.function.ToIntFunction;

/// Upstream's `endpoint_slice_mirroring_controller_*` metrics, read off what was planned and what
/// became of it.
final class MirroringMetrics {
    private static final String PREFIX = "endpoint_slice_mirroring_controller_";
    private static final Buckets DOUBLING = Buckets.exponential(2, 2, 15);

    private final Metrics metrics;
    private final Counter changes;
    private final Histogram added;
    private final Histogram updated;
    private final Histogram removed;
    private final Histogram skipped;
    private final Histogram duration;

    /// @param memory what gauges over all Endpoints are read off
    MirroringMetrics(Metrics metrics, Memory<PreviousSync> memory) {
        this.metrics = metrics;
        this.changes = metrics.counter(PREFIX + "changes", "[ALPHA] Number of EndpointSlice changes", "operation");
        this.added = perSync("endpoints_added", "endpoints added on each Endpoints sync");
        this.updated = perSync("endpoints_updated", "endpoints updated on each Endpoints sync");
        this.removed = perSync("endpoints_removed", "endpoints removed on each Endpoints sync");
        this.skipped = perSync(
                "addresses_skipped",
                "addresses skipped on each Endpoints sync due to being invalid or"
                        + " exceeding MaxEndpointsPerSubset");
        this.duration = metrics.histogram(
                PREFIX + "endpoints_sync_duration",
                "[ALPHA] Duration of syncEndpoints() in seconds",
                Buckets.exponential(0.001, 2, 15));
        gauge(memory, "endpoints_desired", "endpoints desired", SliceCount::endpoints);
        gauge(memory, "num_endpoint_slices", "EndpointSlices", SliceCount::actual);
        gauge(
                memory,
                "desired_endpoint_slices",
                "EndpointSlices that would exist with perfect endpoint allocation",
                SliceCount::desired);
    }

    void took(Duration sync) {
        duration.with().observe(sync.toNanos() / 1e9);
    }

    void mirrored(SliceOutcome outcome, SkippedAddresses leftOut) {
        outcome.count(changes);
        added.with().observe(outcome.added());
        updated.with().observe(outcome.updated());
        removed.with().observe(outcome.removed());
        skipped.with().observe(leftOut.all());
    }

    private Histogram perSync(String what, String help) {
        return metrics.histogram(PREFIX + what + "_per_sync", "[ALPHA] Number of " + help, DOUBLING);
    }

    private void gauge(Memory<PreviousSync> memory, String name, String help, ToIntFunction<SliceCount> what) {
        metrics.gauge(PREFIX + name, "[ALPHA] Number of " + help)
                .observe(() -> memory.values().stream()
                        .map(PreviousSync::slices)
                        .mapToInt(what)
                        .sum());
    }
}
