package dev.kcm.controllers.storage.persistentvolumebinder;

import dev.kcm.model.KubeObject;
import dev.kcm.model.core.v1.ObjectReference;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.util.ArrayList;
import java.util.Optional;

/// A claim and a volume bound to each other: four writes, each left out where it changes nothing. The volume points at
/// the claim before the claim names the volume, and is Bound before the claim is; whatever a crash leaves out, the next
/// sync works out again.
///
/// @param volume as it should be, but for its status
/// @param claim as it should be, but for its status
record Binding(PersistentVolume volume, PersistentVolumeClaim claim, Plan pointers) {

    static Binding of(PersistentVolumeClaim claim, PersistentVolume volume) {
        var boundVolume = pointing(volume, claim);
        var boundClaim = naming(claim, volume);
        var writes = new ArrayList<Step>();
        if (!boundVolume.equals(volume)) {
            writes.add(Step.update(boundVolume));
        }
        if (!boundClaim.equals(claim)) {
            writes.add(Step.update(boundClaim));
        }
        return new Binding(
                boundVolume,
                boundClaim,
                Plan.inOrder("it is bound to persistentvolumes %s".formatted(volume.name()), writes));
    }

    /// The phases, once both sides point at each other.
    Plan phases(Outcomes writes) {
        var steps = new ArrayList<Step>();
        var writtenVolume = written(volume, writes);
        VolumeStatuses.write(writtenVolume, Phases.BOUND, "").ifPresent(steps::add);
        ClaimStatuses.write(written(claim, writes), Phases.BOUND, Optional.of(volume))
                .ifPresent(steps::add);
        return Plan.inOrder("both are Bound", steps);
    }

    /// The object in the version that the write before this one left it at.
    @SuppressWarnings("unchecked") // withMetadata returns the type it is called on
    static <T extends KubeObject> T written(T object, Outcomes writes) {
        var version = object.resourceVersion();
        for (var outcome : writes.all()) {
            if (outcome instanceof Outcome.Applied applied
                    && applied.step().resource().equals(object.resource())
                    && applied.step().key().equals(object.key())) {
                version = applied.resourceVersion();
            }
        }
        return (T) object.withMetadata(object.metadata().withResourceVersion(version));
    }

    /// A pointer that a user set is completed, and stays the user's; one set here may be taken back.
    private static PersistentVolume pointing(PersistentVolume volume, PersistentVolumeClaim claim) {
        var present = volume.spec().claimRef();
        boolean isComplete = present.filter(
                        it -> StorageFacts.names(it, claim) && it.uid().equals(claim.uid()))
                .isPresent();
        if (isComplete) {
            return volume;
        }
        boolean isUsers = StorageFacts.pointsAt(volume, claim);
        var pointing = volume.withSpec(spec -> spec.claimRef(reference(claim)));
        return isUsers || Annotations.has(volume, Annotations.BOUND_BY_CONTROLLER)
                ? pointing
                : pointing.withMetadata(metadata -> metadata.annotations(
                        Annotations.with(volume.annotations(), Annotations.BOUND_BY_CONTROLLER, Annotations.YES)));
    }

    static ObjectReference reference(PersistentVolumeClaim claim) {
        return ObjectReference.builder()
                .kind(claim.resource().kind())
                .apiVersion(claim.resource().apiVersion())
                .namespace(claim.namespace())
                .name(claim.name())
                .uid(claim.uid())
                .resourceVersion(claim.resourceVersion())
                .build();
    }

    private static PersistentVolumeClaim naming(PersistentVolumeClaim claim, PersistentVolume volume) {
        var annotations = claim.annotations();
        var naming = claim;
        if (!claim.spec().volumeName().equals(volume.name())) {
            naming = claim.withSpec(spec -> spec.volumeName(volume.name()));
            if (!annotations.containsKey(Annotations.BOUND_BY_CONTROLLER)) {
                annotations = Annotations.with(annotations, Annotations.BOUND_BY_CONTROLLER, Annotations.YES);
            }
        }
        if (!annotations.containsKey(Annotations.BIND_COMPLETED)) {
            annotations = Annotations.with(annotations, Annotations.BIND_COMPLETED, Annotations.YES);
        }
        var wanted = annotations;
        return wanted.equals(claim.annotations())
                ? naming
                : naming.withMetadata(metadata -> metadata.annotations(wanted));
    }
}
