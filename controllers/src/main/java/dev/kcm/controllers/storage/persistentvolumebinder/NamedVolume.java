package dev.kcm.controllers.storage.persistentvolumebinder;

import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import java.util.Optional;

/// Whether a claim may have the volume that it names. Labels and phase do not matter: the user has chosen.
final class NamedVolume {
    private NamedVolume() {}

    /// Why not, in upstream's words.
    static Optional<String> misfit(PersistentVolume volume, PersistentVolumeClaim claim) {
        if (volume.isDeleting()) {
            return Optional.of("the volume is marked for deletion \"%s\"".formatted(volume.name()));
        }
        if (StorageFacts.capacityOf(volume).value()
                < StorageFacts.requestOf(claim).value()) {
            return Optional.of("requested PV is too small");
        }
        if (!StorageFacts.classOf(volume).equals(StorageFacts.classOf(claim))) {
            return Optional.of("storageClassName does not match");
        }
        if (!StorageFacts.attributesClassOf(volume).equals(StorageFacts.attributesClassOf(claim))) {
            return Optional.of("volumeAttributesClassName does not match");
        }
        if (!StorageFacts.modeOf(volume).equals(StorageFacts.modeOf(claim))) {
            return Optional.of("incompatible volumeMode");
        }
        return AccessModes.of(volume.spec().accessModes())
                        .contains(AccessModes.of(claim.spec().accessModes()))
                ? Optional.empty()
                : Optional.of("incompatible accessMode");
    }
}
