package dev.kcm.controllers.storage.persistentvolumebinder;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.ObjectReference;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.value.Quantity;
import java.util.Optional;

/// What claims and volumes say in more than one place, or leave out.
final class StorageFacts {
    static final String STORAGE = "storage";
    private static final String FILESYSTEM = "Filesystem";

    private StorageFacts() {}

    /// The class a claim wants; empty for none.
    static String classOf(PersistentVolumeClaim claim) {
        var old = claim.annotations().get(Annotations.BETA_STORAGE_CLASS);
        return old != null ? old : claim.spec().storageClassName().orElse("");
    }

    /// Whether a claim says which class it wants. No class is a choice, too.
    static boolean choosesClass(PersistentVolumeClaim claim) {
        return Annotations.has(claim, Annotations.BETA_STORAGE_CLASS)
                || claim.spec().storageClassName().isPresent();
    }

    static String classOf(PersistentVolume volume) {
        var old = volume.annotations().get(Annotations.BETA_STORAGE_CLASS);
        return old != null ? old : volume.spec().storageClassName();
    }

    static String modeOf(PersistentVolumeClaim claim) {
        return claim.spec().volumeMode().orElse(FILESYSTEM);
    }

    static String modeOf(PersistentVolume volume) {
        return volume.spec().volumeMode().orElse(FILESYSTEM);
    }

    static String attributesClassOf(PersistentVolumeClaim claim) {
        return claim.spec().volumeAttributesClassName().orElse("");
    }

    static String attributesClassOf(PersistentVolume volume) {
        return volume.spec().volumeAttributesClassName().orElse("");
    }

    static Quantity requestOf(PersistentVolumeClaim claim) {
        return claim.spec().resources().requests().getOrDefault(STORAGE, Quantity.ZERO);
    }

    static Quantity capacityOf(PersistentVolume volume) {
        return volume.spec().capacity().getOrDefault(STORAGE, Quantity.ZERO);
    }

    /// The claim a volume points at, be it bound or meant for it.
    static Optional<ObjectKey> claimOf(PersistentVolume volume) {
        return volume.spec().claimRef().map(reference -> ObjectKey.of(reference.namespace(), reference.name()));
    }

    /// Whether a volume points at this very claim. A pointer without a uid means whichever claim has the name.
    static boolean pointsAt(PersistentVolume volume, PersistentVolumeClaim claim) {
        return volume.spec()
                .claimRef()
                .filter(reference -> names(reference, claim)
                        && (reference.uid().isEmpty() || reference.uid().equals(claim.uid())))
                .isPresent();
    }

    static boolean names(ObjectReference reference, PersistentVolumeClaim claim) {
        return reference.name().equals(claim.name()) && reference.namespace().equals(claim.namespace());
    }
}
