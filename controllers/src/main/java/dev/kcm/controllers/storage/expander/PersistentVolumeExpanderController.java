package dev.kcm.controllers.storage.expander;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.json.JsonObject;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.Observation;
import dev.kcm.runtime.controller.Reconciler;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Instant;
import java.util.Optional;

/// Looks after bound claims that ask for more than they have. Almost always somebody else expands the volume: then it
/// says so, and names the resizer of volumes whose plugin became a CSI driver. Stateless.
public final class PersistentVolumeExpanderController implements Reconciler<Snapshot> {
    static final String NAME = "persistentvolume-expander-controller";
    private static final int WORKERS = 10;

    public static final ControllerSpec SPEC = ControllerSpec.named(NAME)
            .alias("persistentvolume-expander")
            .component("volume_expand")
            .queue("volume_expand")
            .reconciles(ExpanderWatches.claims())
            .watches(ExpanderWatches.volumes())
            .writes("patch persistentvolumeclaims/status", "patch persistentvolumes")
            .workers(_ -> WORKERS)
            .builtBy(_ -> new PersistentVolumeExpanderController());

    @Override
    public Observation<Snapshot> observe(ObjectKey key, Caches caches, Instant now) {
        return caches.find(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS, key)
                .<Observation<Snapshot>>map(claim -> new Observation.Observed<>(new Snapshot(
                        claim,
                        caches.find(
                                PersistentVolume.PERSISTENT_VOLUMES,
                                ObjectKey.of(claim.spec().volumeName())),
                        now)))
                .orElseGet(Observation.Gone::new);
    }

    @Override
    public Plan decide(Snapshot snapshot) {
        var claim = snapshot.claim();
        if (!claim.status().phase().equals("Bound")) {
            return Plan.nothing("it is not bound");
        }
        var volume = boundVolume(snapshot);
        if (volume.isEmpty()) {
            return Plan.nothing("its volume %s is not there, or not bound to it"
                    .formatted(claim.spec().volumeName()));
        }
        if (snapshot.requested().compareTo(snapshot.capacity()) <= 0 && !FlexExpansion.isPending(volume.get())) {
            return Plan.nothing("it has what it asks for");
        }
        return MigratedPlugin.of(volume.get())
                .map(plugin -> migrated(claim, plugin))
                .orElseGet(() -> isFlex(volume.get())
                        ? FlexExpansion.decide(snapshot, volume.get())
                        : Plan.of(
                                "an external controller has to expand it",
                                Step.event(
                                        claim.ref(),
                                        Reasons.EXTERNAL_EXPANDING,
                                        "waiting for an external controller to expand this PVC")));
    }

    @Override
    public Plan settle(Snapshot snapshot, Outcomes writes) {
        return boundVolume(snapshot)
                .filter(volume -> isFlex(volume) && MigratedPlugin.of(volume).isEmpty())
                .map(volume -> FlexExpansion.settle(snapshot, volume, writes))
                .orElseGet(() -> Plan.nothing("nothing to write afterwards"));
    }

    private static Optional<PersistentVolume> boundVolume(Snapshot snapshot) {
        var claim = snapshot.claim();
        return snapshot.volume()
                .filter(volume -> volume.spec()
                        .claimRef()
                        .filter(it -> it.namespace().equals(claim.namespace())
                                && it.uid().equals(claim.uid()))
                        .isPresent());
    }

    private static Plan migrated(PersistentVolumeClaim claim, MigratedPlugin plugin) {
        var told = Step.event(
                claim.ref(),
                Reasons.EXTERNAL_EXPANDING,
                "CSI migration enabled for %s; waiting for external resizer to expand the pvc"
                        .formatted(plugin.name()));
        var why = "the resizer of %s has to expand it".formatted(plugin.driver());
        if (plugin.driver().equals(claim.annotations().get(Annotations.RESIZER))) {
            return Plan.of(why, told);
        }
        var annotated = ClaimPatch.status(
                        claim, claim.resourceVersion(), JsonObject.EMPTY, Optional.of(plugin.driver()))
                .withEvent(new Step.EventTemplate(
                        claim.ref(),
                        "",
                        "",
                        Reasons.EXTERNAL_EXPANDING,
                        "error setting resizer annotation to pvc %s, with error patchPVCStatus failed to patch PVC \"%s\": "
                                        .formatted(claim.key(), claim.name())
                                + "%s"));
        return Plan.of(why, told, annotated);
    }

    private static boolean isFlex(PersistentVolume volume) {
        return volume.spec().persistentVolumeSource().flexVolume().isPresent();
    }
}
