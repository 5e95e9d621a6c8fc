package dev.kcm.controllers.storage.persistentvolumebinder;

import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;

/// A volume that no claim has any more. A pointer that was set here goes; one that a user set stays the user's, for
/// whichever claim comes under that name.
///
/// @param plan the pointer; the phase follows when that is written
record Unbinding(PersistentVolume volume, Plan plan) {
    static Unbinding of(PersistentVolume volume, String why) {
        var unbound = Annotations.has(volume, Annotations.BOUND_BY_CONTROLLER)
                ? volume.withSpec(volume.spec().withoutClaimRef())
                        .withMetadata(metadata -> metadata.annotations(
                                Annotations.without(volume.annotations(), Annotations.BOUND_BY_CONTROLLER)))
                : volume.withSpec(spec -> spec.claimRef(reference -> reference.uid("")));
        return new Unbinding(unbound, Plan.of(why, Step.update(unbound)));
    }

    /// Available, once the pointer is gone.
    Plan phase(Outcomes writes) {
        return VolumeStatuses.phase(Binding.written(volume, writes), Phases.AVAILABLE, "it is available again");
    }
}
