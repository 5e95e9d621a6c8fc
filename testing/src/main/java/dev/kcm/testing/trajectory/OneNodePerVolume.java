package dev.kcm.testing.trajectory;

import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.storage.v1.VolumeAttachment;
import java.util.Optional;
import java.util.function.Consumer;

/// A volume that one node may have is not asked for on another while it is attached and nobody has asked for its
/// return. What a user attaches breaks no promise.
final class OneNodePerVolume implements Invariant {
    private static final String NAME = "one-node-per-volume";

    @Override
    public void check(ObservedChange change, World world, Consumer<Violation> violations) {
        if (!(change.object() instanceof VolumeAttachment asked)
                || !change.isAddition()
                || change.isInitial()
                || world.userWrites().created(asked)
                || volume(asked, world).filter(OneNodePerVolume::isExclusive).isEmpty()) {
            return;
        }
        world.objects().stream()
                .filter(it -> it instanceof VolumeAttachment && !it.uid().equals(asked.uid()))
                .map(VolumeAttachment.class::cast)
                .filter(other -> other.spec().source().equals(asked.spec().source())
                        && other.status().attached()
                        && !other.isDeleting())
                .forEach(other -> violations.accept(Violation.of(
                        NAME,
                        asked,
                        "is for node %s, while node %s has the volume"
                                .formatted(asked.spec().nodeName(), other.spec().nodeName()),
                        change)));
    }

    static Optional<PersistentVolume> volume(VolumeAttachment attachment, World world) {
        return attachment
                .spec()
                .source()
                .persistentVolumeName()
                .flatMap(name -> world.objects().stream()
                        .filter(it ->
                                it instanceof PersistentVolume && it.name().equals(name))
                        .map(PersistentVolume.class::cast)
                        .findFirst());
    }

    private static boolean isExclusive(PersistentVolume volume) {
        var modes = volume.spec().accessModes();
        return !modes.isEmpty() && !modes.contains("ReadWriteMany") && !modes.contains("ReadOnlyMany");
    }
}
