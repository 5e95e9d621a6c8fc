package dev.kcm.apiserver.strategy.core;

import dev.kcm.apiserver.strategy.Part;
import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeSource;
import dev.kcm.model.core.v1.PersistentVolumeStatus;
import dev.kcm.model.defaults.Defaults;

/// Defaulting, validation and update rules of persistent volumes.
public final class PersistentVolumeStrategy {
    public static final Strategy<PersistentVolume> STRATEGY = Strategy.of(PersistentVolume.PERSISTENT_VOLUMES)
            .defaults(PersistentVolumeStrategy::defaulted)
            .spec(Part.of(PersistentVolume::spec, PersistentVolume::withSpec))
            .status(Part.of(PersistentVolume::status, PersistentVolume::withStatus))
            .initialStatus(PersistentVolumeStrategy::pending)
            .returnsDeletedObject()
            .build();

    private PersistentVolumeStrategy() {}

    private static PersistentVolume defaulted(PersistentVolume volume) {
        var spec = volume.spec();
        return volume.withSpec(changed -> changed.persistentVolumeReclaimPolicy(
                        Defaults.or(spec.persistentVolumeReclaimPolicy(), "Retain"))
                .volumeMode(spec.volumeMode().orElse("Filesystem"))
                .persistentVolumeSource(defaulted(spec.persistentVolumeSource())));
    }

    private static PersistentVolumeSource defaulted(PersistentVolumeSource source) {
        return source.hostPath()
                .filter(path -> path.type().isEmpty())
                .map(path -> source.toBuilder().hostPath(path.withType("")).build())
                .orElse(source);
    }

    /// A new volume, since when its metadata says.
    private static PersistentVolume pending(PersistentVolume volume) {
        var status = PersistentVolumeStatus.builder().phase("Pending");
        volume.metadata().creationTimestamp().ifPresent(status::lastPhaseTransitionTime);
        return volume.withStatus(status.build());
    }
}
