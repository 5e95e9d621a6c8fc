package dev.kcm.controllers.storage.persistentvolumebinder;

import dev.kcm.model.core.v1.ObjectReference;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.util.List;

/// What becomes of a volume: its phase follows the claim it points at; once that is gone it is reclaimed.
record VolumeDecision(Reclaim reclaim) {

    Plan decide(Snapshot.OfVolume snapshot) {
        var volume = snapshot.volume();
        var annotations = Migration.annotations(volume);
        var finalizers = Migration.finalizers(volume);
        if (!annotations.equals(volume.annotations())
                || !finalizers.equals(volume.metadata().finalizers())) {
            return Plan.of(
                    "its annotations and finalizers follow its provisioner and reclaim policy",
                    Step.update(volume.withMetadata(
                            metadata -> metadata.annotations(annotations).finalizers(finalizers))));
        }
        if (volume.spec().claimRef().map(ObjectReference::uid).orElse("").isEmpty()) {
            return VolumeStatuses.phase(volume, Phases.AVAILABLE, "it is not bound to a claim");
        }
        return snapshot.claim()
                .map(claim -> held(snapshot, claim))
                .orElseGet(() -> released(snapshot, "its claim is gone"));
    }

    Plan settle(Snapshot.OfVolume snapshot, Outcomes writes) {
        return reclaim.settle(snapshot, writes);
    }

    private Plan held(Snapshot.OfVolume snapshot, PersistentVolumeClaim claim) {
        var volume = snapshot.volume();
        if (claim.spec().volumeName().isEmpty()) {
            return awaited(volume, claim);
        }
        if (claim.spec().volumeName().equals(volume.name())) {
            return VolumeStatuses.phase(volume, Phases.BOUND, "it is bound to claim " + claim.key());
        }
        var why = "claim %s is bound to another volume".formatted(claim.key());
        boolean isSurplus = Annotations.has(volume, Annotations.PROVISIONED_BY)
                && volume.spec().persistentVolumeReclaimPolicy().equals("Delete");
        return isSurplus ? released(snapshot, why) : Unbinding.of(volume, why).plan();
    }

    /// The claim does not name it yet; its own sync, which every change of the volume brings about, will see to that.
    private static Plan awaited(PersistentVolume volume, PersistentVolumeClaim claim) {
        if (StorageFacts.modeOf(volume).equals(StorageFacts.modeOf(claim))) {
            return Plan.nothing("claim %s is to name it".formatted(claim.key()));
        }
        var toVolume = "Cannot bind PersistentVolume to requested PersistentVolumeClaim \"%s\" due to incompatible"
                + " volumeMode.";
        var toClaim = "Cannot bind PersistentVolume \"%s\" to requested PersistentVolumeClaim due to incompatible"
                + " volumeMode.";
        return Plan.inOrder(
                "claim %s wants another volume mode".formatted(claim.key()),
                List.of(
                        Step.warning(volume.ref(), Reasons.VOLUME_MISMATCH, toVolume.formatted(claim.name())),
                        Step.warning(claim.ref(), Reasons.VOLUME_MISMATCH, toClaim.formatted(volume.name()))));
    }

    private Plan released(Snapshot.OfVolume snapshot, String why) {
        return snapshot.isReleasedOrFailed()
                ? reclaim.decide(snapshot)
                : VolumeStatuses.phase(snapshot.volume(), Phases.RELEASED, why);
    }
}
