package dev.kcm.controllers.storage.ephemeralvolume;

import dev.kcm.base.metrics.Counter;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.controllers.shared.volumes.PodVolumeClaims;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.OwnerReferences;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.lean.LeanVolume;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.Observation;
import dev.kcm.runtime.controller.Reconciler;
import dev.kcm.runtime.controller.WatchMapping;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Makes a claim for each ephemeral volume of a pod, owned by the pod, with which it goes. Neither changes nor
/// deletes one. Stateless.
public final class EphemeralVolumeController implements Reconciler<EphemeralVolumeController.Snapshot> {
    static final String NAME = "ephemeral-volume-controller";
    private static final String FAILED_BINDING = "FailedBinding";

    public static final ControllerSpec SPEC = ControllerSpec.named(NAME)
            .alias("ephemeral-volume")
            .component("ephemeral_volume")
            .queue("ephemeral_volume")
            .reconciles(pods())
            .watches(claims())
            .writes("create persistentvolumeclaims")
            .workers(options -> options.of(EphemeralVolumeOptions.FLAGS).concurrentSyncs())
            .builtBy(settings -> new EphemeralVolumeController(settings.metrics()));

    /// @param volumes the ephemeral ones, in the order of the pod's spec
    record Snapshot(LeanPod pod, List<Ephemeral> volumes) {}

    /// @param present what has the name of its claim
    record Ephemeral(LeanVolume volume, Optional<PersistentVolumeClaim> present) {}

    private final Counter.One creations;
    private final Counter.One failures;

    EphemeralVolumeController(Metrics metrics) {
        this.creations = metrics.counter(
                        "ephemeral_volume_controller_create_total",
                        "[ALPHA] Number of PersistentVolumeClaim creation requests")
                .with();
        this.failures = metrics.counter(
                        "ephemeral_volume_controller_create_failures_total",
                        "[ALPHA] Number of PersistentVolumeClaim creation requests")
                .with();
    }

    /// New ones only: the volumes of a pod never change.
    private static WatchMapping<LeanPod> pods() {
        return new WatchMapping<>(LeanPod.PODS, List.of(), (change, _, into) -> {
            if (change instanceof Change.Added<LeanPod> && needsClaims(change.object())) {
                into.accept(change.object().key());
            }
        });
    }

    /// The pods of a claim that is gone, or of which another controller took possession.
    private static WatchMapping<PersistentVolumeClaim> claims() {
        return new WatchMapping<>(
                PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS,
                List.of(PodVolumeClaims.PODS_BY_CLAIM),
                (change, stores, into) -> {
                    if (changesHands(change)) {
                        stores
                                .of(LeanPod.PODS)
                                .byIndex(
                                        PodVolumeClaims.PODS_BY_CLAIM,
                                        change.object().key())
                                .stream()
                                .filter(EphemeralVolumeController::needsClaims)
                                .forEach(pod -> into.accept(pod.key()));
                    }
                });
    }

    private static boolean changesHands(Change<PersistentVolumeClaim> change) {
        return switch (change) {
            case Change.Deleted<PersistentVolumeClaim> _ -> true;
            case Change.Updated<PersistentVolumeClaim>(var before, var now) ->
                !OwnerReferences.controllerUidOf(before).equals(OwnerReferences.controllerUidOf(now));
            case Change.Added<PersistentVolumeClaim> _, Change.Resynced<PersistentVolumeClaim> _ -> false;
        };
    }

    private static boolean needsClaims(LeanPod pod) {
        return !pod.isDeleting() && pod.spec().volumes().stream().anyMatch(EphemeralVolumeController::isEphemeral);
    }

    private static boolean isEphemeral(LeanVolume volume) {
        return volume.volumeSource().ephemeral().isPresent();
    }

    @Override
    public Observation<Snapshot> observe(ObjectKey key, Caches caches, Instant now) {
        var found = caches.find(LeanPod.PODS, key);
        if (found.isEmpty()) {
            return new Observation.Gone<>();
        }
        var pod = found.get();
        var claims = caches.of(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS);
        return new Observation.Observed<>(new Snapshot(
                pod,
                pod.spec().volumes().stream()
                        .filter(EphemeralVolumeController::isEphemeral)
                        .map(volume -> new Ephemeral(volume, claims.find(PodVolumeClaims.ephemeralClaim(pod, volume))))
                        .toList()));
    }

    /// In the order of the spec; the first claim that cannot be had ends it. A claim of that name that is not the
    /// pod's is never taken over: the pod waits until it is gone.
    @Override
    public Plan decide(Snapshot snapshot) {
        var pod = snapshot.pod();
        if (pod.isDeleting()) {
            return Plan.nothing("it is being deleted and needs no claims any more");
        }
        var steps = new ArrayList<Step>();
        for (var ephemeral : snapshot.volumes()) {
            var volume = ephemeral.volume();
            if (ephemeral.present().isEmpty()) {
                steps.add(creation(pod, volume));
            } else if (!PodVolumeClaims.isMadeFor(ephemeral.present().get(), pod)) {
                var problem = PodVolumeClaims.notMadeFor(pod, PodVolumeClaims.ephemeralClaim(pod, volume));
                steps.add(Step.warning(pod.ref(), FAILED_BINDING, note(volume) + problem));
                return Plan.inOrder("its volume %s has no claim: %s".formatted(volume.name(), problem), steps);
            }
        }
        return Plan.inOrder(
                steps.isEmpty() ? "its ephemeral volumes have their claims" : "ephemeral volumes lack their claims",
                steps);
    }

    @Override
    public void measure(Snapshot snapshot, Outcomes writes, Duration took) {
        for (var outcome : writes.all()) {
            if (!outcome.step().isCreate()) {
                continue;
            }
            switch (outcome) {
                case Outcome.Applied _ -> creations.increment();
                case Outcome.Refused _, Outcome.Moot _ -> {
                    creations.increment();
                    failures.increment();
                }
                case Outcome.Recorded _,
                        Outcome.DiskChanged _,
                        Outcome.Answered _,
                        Outcome.Skipped _,
                        Outcome.Postponed _,
                        Outcome.Withheld _ -> {}
            }
        }
    }

    private static Step creation(LeanPod pod, LeanVolume volume) {
        var key = PodVolumeClaims.ephemeralClaim(pod, volume);
        return Step.create(claim(pod, volume, key))
                .withEvent(new Step.EventTemplate(
                        pod.ref(), "", "", FAILED_BINDING, note(volume) + "create PVC " + key.name() + ": %s"));
    }

    private static PersistentVolumeClaim claim(LeanPod pod, LeanVolume volume, ObjectKey key) {
        var template = volume.volumeSource()
                .ephemeral()
                .orElseThrow()
                .volumeClaimTemplate()
                .orElseThrow();
        return PersistentVolumeClaim.builder()
                .metadata(metadata -> metadata.namespace(key.namespace())
                        .name(key.name())
                        .annotations(template.metadata().annotations())
                        .labels(template.metadata().labels())
                        .addOwnerReferences(OwnerReferences.toController(pod)))
                .spec(template.spec())
                .build();
    }

    private static String note(LeanVolume volume) {
        return "ephemeral volume %s: ".formatted(volume.name());
    }
}
