package dev.kcm.controllers.storage.persistentvolumebinder;

import dev.kcm.base.metrics.Buckets;
import dev.kcm.base.metrics.Counter;
import dev.kcm.base.metrics.Family;
import dev.kcm.base.metrics.Histogram;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.base.metrics.Sample;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.storage.v1.StorageClass;
import dev.kcm.runtime.controller.Memory;
import dev.kcm.runtime.controller.Observation;
import dev.kcm.runtime.disk.DiskChange;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// What upstream measures of claims, volumes and what is done to them.
final class BinderMetrics {
    private static final Buckets DURATIONS = Buckets.of(.1, .25, .5, 1, 2.5, 5, 10, 15, 25, 50, 120, 300, 600);
    private static final String UNKNOWN_PLUGIN = "N/A";

    private record VolumeLabels(String plugin, String mode, String storageClass, boolean isBound) {}

    private record ClaimLabels(String namespace, String storageClass, String attributesClass, boolean isBound) {}

    /// Something that takes more than one sync.
    private record Started(String plugin, String operation, Instant at) {}

    private final VolumePlugins plugins;
    private final Memory<VolumeLabels> volumes = new Memory<>();
    private final Memory<ClaimLabels> claims = new Memory<>();
    private final Memory<Started> started = new Memory<>();
    private final Memory<Instant> latest = new Memory<>();
    private final Counter errors;
    private final Histogram total;
    private final Histogram calls;
    private final Counter retroactive;
    private final Counter retroactiveErrors;

    BinderMetrics(Metrics metrics, VolumePlugins plugins) {
        this.plugins = plugins;
        this.errors = metrics.counter(
                "volume_operation_errors_total", "Total volume operation errors", "plugin_name", "operation_name");
        this.total = metrics.histogram(
                "volume_operation_total_seconds",
                "Storage operation end to end duration in seconds",
                DURATIONS,
                "plugin_name",
                "operation_name");
        this.calls = metrics.histogram(
                "storage_operation_duration_seconds",
                "Storage operation duration",
                DURATIONS,
                "volume_plugin",
                "operation_name",
                "status",
                "migrated");
        this.retroactive = metrics.counter(
                "retroactive_storageclass_total",
                "Total number of retroactive StorageClass assignments to persistent volume claim");
        this.retroactiveErrors = metrics.counter(
                "retroactive_storageclass_errors_total",
                "Total number of failed retroactive StorageClass assignments to persistent volume claim");
        declareVolumes(metrics);
        declareClaims(metrics);
    }

    private void declareVolumes(Metrics metrics) {
        metrics.observed(
                "pv_collector_total_pv_count",
                "Gauge measuring total number of persistent volumes",
                Family.Type.GAUGE,
                List.of("plugin_name", "volume_mode"),
                () -> counted(volumes, it -> Optional.of(List.of(it.plugin(), it.mode()))));
        for (boolean isBound : List.of(true, false)) {
            metrics.observed(
                    "pv_collector_%s_pv_count".formatted(word(isBound)),
                    "Gauge measuring number of persistent volume currently " + word(isBound),
                    Family.Type.GAUGE,
                    List.of("storage_class"),
                    () -> counted(
                            volumes,
                            it -> it.isBound() == isBound
                                    ? Optional.of(List.of(it.storageClass()))
                                    : Optional.empty()));
        }
    }

    private void declareClaims(Metrics metrics) {
        for (boolean isBound : List.of(true, false)) {
            metrics.observed(
                    "pv_collector_%s_pvc_count".formatted(word(isBound)),
                    "Gauge measuring number of persistent volume claim currently " + word(isBound),
                    Family.Type.GAUGE,
                    List.of("namespace", "storage_class", "volume_attributes_class"),
                    () -> counted(
                            claims,
                            it -> it.isBound() == isBound
                                    ? Optional.of(List.of(it.namespace(), it.storageClass(), it.attributesClass()))
                                    : Optional.empty()));
        }
    }

    private static <L> List<Sample> counted(Memory<L> remembered, Function<L, Optional<List<String>>> labels) {
        return remembered.values().stream()
                .flatMap(it -> labels.apply(it).stream())
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()))
                .entrySet()
                .stream()
                .map(entry -> new Sample(entry.getKey(), new Sample.Number(entry.getValue())))
                .toList();
    }

    private static String word(boolean isBound) {
        return isBound ? "bound" : "unbound";
    }

    void observed(ObjectKey key, Observation<Snapshot> observation, Instant now) {
        switch (observation) {
            case Observation.Gone<Snapshot> _ -> gone(key, now);
            case Observation.Observed<Snapshot>(
                    Snapshot.OfClaim(var claim, var _, var _, var _, var _, var _, var _)) -> {
                latest.keep(key, now);
                claims.keep(key, labels(claim));
            }
            case Observation.Observed<Snapshot>(Snapshot.OfVolume(var volume, var _, var _, var _, var _, var _)) -> {
                latest.keep(key, now);
                volumes.keep(key, labels(volume));
            }
            case Observation.Stale<Snapshot> _, Observation.Failed<Snapshot> _ -> {}
        }
    }

    private void gone(ObjectKey key, Instant now) {
        if (BinderWatches.isVolumeKey(key)) {
            finished(key, now);
        }
        started.forget(key);
        latest.forget(key);
        claims.forget(key);
        volumes.forget(key);
    }

    void synced(Snapshot snapshot, Outcomes writes, Duration took) {
        switch (snapshot) {
            case Snapshot.OfClaim claim -> synced(claim, writes);
            case Snapshot.OfVolume volume -> synced(volume, writes);
        }
        writes.all().stream()
                .filter(outcome -> outcome.step() instanceof Step.ChangeDisk)
                .forEach(outcome -> called(outcome, took));
    }

    private void synced(Snapshot.OfClaim snapshot, Outcomes writes) {
        var key = snapshot.claim().key();
        if (ClaimDecision.binding(snapshot).isPresent()) {
            if (writes.firstFailure().isEmpty()) {
                latest.of(key).ifPresent(now -> finished(key, now));
            } else {
                failed(key);
            }
            return;
        }
        var told = reasons(writes);
        if (told.contains(Reasons.EXTERNAL_PROVISIONING) || told.contains(Reasons.PROVISIONING_SUCCEEDED)) {
            start(key, snapshot.storageClass().map(StorageClass::provisioner).orElse(UNKNOWN_PLUGIN), "provision");
        }
        if (told.contains(Reasons.PROVISIONING_FAILED)) {
            failed(key);
        }
        countDefaulted(snapshot, writes);
    }

    private void countDefaulted(Snapshot.OfClaim snapshot, Outcomes writes) {
        for (var outcome : writes.all()) {
            boolean isDefaulting = snapshot.defaultClass().isPresent()
                    && outcome.step() instanceof Step.Write write
                    && !write.isStatusUpdate()
                    && write.object()
                            .filter(it -> it instanceof PersistentVolumeClaim claim
                                    && claim.spec().storageClassName().equals(snapshot.defaultClass()))
                            .isPresent();
            if (isDefaulting) {
                retroactive.increment();
                if (outcome instanceof Outcome.Refused) {
                    retroactiveErrors.increment();
                }
            }
        }
    }

    private void synced(Snapshot.OfVolume snapshot, Outcomes writes) {
        var key = BinderWatches.volumeKey(snapshot.volume().name());
        boolean isDeleted = writes.all().stream()
                .anyMatch(outcome -> outcome.step() instanceof Step.ChangeDisk
                        || (outcome.step().isDelete()
                                && outcome.step().resource().equals(PersistentVolume.PERSISTENT_VOLUMES)));
        if (isDeleted) {
            start(
                    key,
                    snapshot.volume().annotations().getOrDefault(Annotations.PROVISIONED_BY, UNKNOWN_PLUGIN),
                    "delete");
            if (writes.firstFailure().isPresent()) {
                failed(key);
            }
        }
    }

    private static List<String> reasons(Outcomes writes) {
        return writes.all().stream()
                .filter(outcome -> outcome instanceof Outcome.Recorded)
                .map(outcome -> ((Step.RecordEvent) outcome.step()).reason())
                .toList();
    }

    private void called(Outcome outcome, Duration took) {
        var change = ((Step.ChangeDisk) outcome.step()).change();
        calls.with(
                        HostPathPlugin.NAME,
                        change instanceof DiskChange.CreateDirectory ? "volume_provision" : "volume_delete",
                        outcome instanceof Outcome.Refused ? "fail-unknown" : "success",
                        "false")
                .observe(took);
    }

    private void start(ObjectKey key, String plugin, String operation) {
        if (started.of(key).isEmpty()) {
            latest.of(key).ifPresent(now -> started.keep(key, new Started(plugin, operation, now)));
        }
    }

    private void failed(ObjectKey key) {
        started.of(key).ifPresent(it -> errors.with(it.plugin(), it.operation()).increment());
    }

    private void finished(ObjectKey key, Instant now) {
        started.of(key).ifPresent(it -> {
            total.with(it.plugin(), it.operation()).observe(Duration.between(it.at(), now));
            started.forget(key);
        });
    }

    private VolumeLabels labels(PersistentVolume volume) {
        return new VolumeLabels(
                plugins.of(volume).map(VolumePlugin::name).orElse(UNKNOWN_PLUGIN),
                StorageFacts.modeOf(volume),
                volume.spec().storageClassName(),
                volume.status().phase().equals(Phases.BOUND));
    }

    private static ClaimLabels labels(PersistentVolumeClaim claim) {
        return new ClaimLabels(
                claim.namespace(),
                StorageFacts.classOf(claim),
                StorageFacts.attributesClassOf(claim),
                claim.status().phase().equals(Phases.BOUND));
    }
}
