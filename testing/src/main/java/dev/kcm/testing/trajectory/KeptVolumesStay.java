package dev.kcm.testing.trajectory;

import dev.kcm.model.core.v1.ObjectReference;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import java.util.function.Consumer;

/// No volume is deleted that is to be retained, or that a claim has. Users may.
final class KeptVolumesStay implements Invariant {
    private static final String NAME = "kept-volumes-stay";

    @Override
    public void check(ObservedChange change, World world, Consumer<Violation> violations) {
        if (!(change.object() instanceof PersistentVolume volume)
                || !change.beginsDeletion()
                || world.userWrites().deleted(volume)) {
            return;
        }
        if (!volume.spec().persistentVolumeReclaimPolicy().equals("Delete")) {
            violations.accept(Violation.of(
                    NAME,
                    volume,
                    "was deleted, and its policy is " + volume.spec().persistentVolumeReclaimPolicy(),
                    change));
        }
        volume.spec()
                .claimRef()
                .map(ObjectReference::uid)
                .flatMap(uid -> world.find(uid, PersistentVolumeClaim.class))
                .filter(claim -> claim.spec().volumeName().equals(volume.name()))
                .ifPresent(claim -> violations.accept(Violation.of(
                        NAME, volume, "was deleted, and claim %s has it".formatted(claim.name()), change)));
    }
}
