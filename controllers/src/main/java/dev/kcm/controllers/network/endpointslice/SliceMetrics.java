package dev.kcm.controllers.network.endpointslice;

import dev.kcm.base.metrics.Buckets;
import dev.kcm.base.metrics.Counter;
import dev.kcm.base.metrics.Histogram;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.controllers.shared.slices.SliceOutcome;
import dev.kcm.runtime.controller.Memory;
import dev.kcm.runtime.plan.Outcomes;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;

/// Upstream's `endpoint_slice_controller_*` metrics, read off what was planned and what became of
/// it.
final class SliceMetrics {
    private static final String PREFIX = "endpoint_slice_controller_";
    private static final Buckets DOUBLING = Buckets.exponential(2, 2, 15);
    private static final Buckets USUAL = Buckets.of(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10);

    private final Counter syncs;
    private final Counter changes;
    private final Histogram added;
    private final Histogram removed;
    private final Histogram changed;

    /// @param memory what gauges over all Services are read off
    SliceMetrics(Metrics metrics, Memory<PreviousSync> memory) {
        this.syncs = metrics.counter(PREFIX + "syncs", "[ALPHA] Number of EndpointSlice syncs", "result");
        this.changes = metrics.counter(PREFIX + "changes", "[ALPHA] Number of EndpointSlice changes", "operation");
        this.added = metrics.histogram(
                PREFIX + "endpoints_added_per_sync", "[BETA] Number of endpoints added on each Service sync", DOUBLING);
        this.removed = metrics.histogram(
                PREFIX + "endpoints_removed_per_sync",
                "[BETA] Number of endpoints removed on each Service sync",
                DOUBLING);
        this.changed = metrics.histogram(
                PREFIX + "endpointslices_changed_per_sync",
                "[ALPHA] Number of EndpointSlices changed on each Service sync",
                USUAL,
                "topology",
                "traffic_distribution");
        observe(metrics, memory);
    }

    private static void observe(Metrics metrics, Memory<PreviousSync> memory) {
        gauge(
                metrics,
                memory,
                "endpoints_desired",
                "[BETA] Number of endpoints desired",
                service -> service.slices().endpoints());
        gauge(
                metrics,
                memory,
                "num_endpoint_slices",
                "[BETA] Number of EndpointSlices",
                service -> service.slices().actual());
        gauge(
                metrics,
                memory,
                "desired_endpoint_slices",
                "[BETA] Number of EndpointSlices that would exist with perfect endpoint allocation",
                service -> service.slices().desired());
        var byDistribution = metrics.gauge(
                PREFIX + "services_count_by_traffic_distribution",
                "[BETA] Number of Services using some specific trafficDistribution",
                "traffic_distribution");
        List.of(
                        TrafficDistribution.PREFER_CLOSE,
                        TrafficDistribution.PREFER_SAME_ZONE,
                        TrafficDistribution.PREFER_SAME_NODE)
                .forEach(name -> byDistribution.observe(
                        () -> memory.values().stream()
                                .map(PreviousSync::trafficDistribution)
                                .filter(Optional.of(name)::equals)
                                .count(),
                        name));
    }

    private static void gauge(
            Metrics metrics,
            Memory<PreviousSync> memory,
            String name,
            String help,
            ToIntFunction<PreviousSync> ofService) {
        metrics.gauge(PREFIX + name, help)
                .observe(() -> memory.values().stream().mapToInt(ofService).sum());
    }

    void skippedStale() {
        syncs.with("stale").increment();
    }

    void succeeded() {
        syncs.with("success").increment();
    }

    void synced(Snapshot snapshot, Outcomes writes, SliceOutcome outcome, Optional<String> trafficDistribution) {
        var isFailure =
                writes.firstFailure().isPresent() || !snapshot.homeless().isEmpty();
        syncs.with(isFailure ? "error" : "success").increment();
        outcome.count(changes);
        changed.with(TopologyMode.isAuto(snapshot.service()) ? "Auto" : "Disabled", trafficDistribution.orElse(""))
                .observe(outcome.writes().size());
        added.with().observe(outcome.added());
        removed.with().observe(outcome.removed());
    }
}
