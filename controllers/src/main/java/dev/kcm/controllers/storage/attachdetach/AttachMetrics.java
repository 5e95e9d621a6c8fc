package dev.kcm.controllers.storage.attachdetach;

import dev.kcm.base.metrics.Buckets;
import dev.kcm.base.metrics.Counter;
import dev.kcm.base.metrics.Gauge;
import dev.kcm.base.metrics.Histogram;
import dev.kcm.base.metrics.Metrics;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/// What upstream measures of volumes. Counts are kept as the picture changes.
final class AttachMetrics {
    private record Use(String node, String plugin) {}

    private final Gauge total;
    private final Gauge inUse;
    private final Counter forced;
    private final Histogram duration;
    private final Map<Use, Integer> uses = new HashMap<>();

    AttachMetrics(Metrics metrics) {
        this.total = metrics.gauge(
                "attachdetach_controller_total_volumes",
                "Volumes that are wanted on a node, and that are attached to one.",
                "plugin_name",
                "state");
        this.inUse = metrics.gauge(
                "storage_count_attachable_volumes_in_use", "Volumes of pods on a node.", "node", "volume_plugin");
        this.forced = metrics.counter(
                "attach_detach_controller_attachdetach_controller_forced_detaches",
                "Volumes that were detached although their node may still have used them.",
                "reason");
        this.duration = metrics.histogram(
                "storage_operation_duration_seconds",
                "Time an attach or detach took.",
                Buckets.of(.1, .25, .5, 1, 2.5, 5, 10, 15, 25, 50, 120, 300, 600),
                "volume_plugin",
                "operation_name",
                "status",
                "migrated");
    }

    void show(DesiredState desired, ActualState actual) {
        desired.countsByPlugin()
                .forEach((plugin, count) ->
                        total.with(plugin, "desired_state_of_world").set(count));
        actual.countsByPlugin()
                .forEach((plugin, count) ->
                        total.with(plugin, "actual_state_of_world").set(count));
    }

    void used(String node, String plugin, int change) {
        var key = new Use(node, plugin);
        int count = uses.merge(key, change, Integer::sum);
        inUse.with(node, plugin).set(count);
    }

    void forced(DetachRule.Verdict verdict) {
        forced.with(verdict == DetachRule.Verdict.FORCE_AFTER_TIMEOUT ? "timeout" : "out-of-service")
                .increment();
    }

    void took(Operation operation, Duration time, boolean isSuccess) {
        var plugin = operation
                .described()
                .map(AttachableVolume::pluginName)
                .or(() -> VolumeNames.plugin(operation.volume()).map(AttachableVolume.Plugin::text))
                .orElse("");
        boolean isMigrated =
                operation.described().filter(AttachableVolume::isMigrated).isPresent();
        duration.with(
                        plugin,
                        operation.kind().metric(),
                        isSuccess ? "success" : "fail-unknown",
                        Boolean.toString(isMigrated))
                .observe(time);
    }
}
