package dev.kcm.controllers.storage.expander;

import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.value.Quantity;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/// A claim and the volume that it names.
record Snapshot(PersistentVolumeClaim claim, Optional<PersistentVolume> volume, Instant now) {
    static final String STORAGE = "storage";

    Quantity requested() {
        return requested(claim);
    }

    Quantity capacity() {
        return capacity(claim);
    }

    static Quantity requested(PersistentVolumeClaim claim) {
        return storage(claim.spec().resources().requests());
    }

    static Quantity capacity(PersistentVolumeClaim claim) {
        return storage(claim.status().capacity());
    }

    static Quantity capacity(PersistentVolume volume) {
        return storage(volume.spec().capacity());
    }

    private static Quantity storage(Map<String, Quantity> amounts) {
        return amounts.getOrDefault(STORAGE, Quantity.ZERO);
    }
}
