package dev.kcm.controllers.storage.persistentvolumebinder;

import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.core.v1.PersistentVolumeClaimStatus;
import dev.kcm.model.value.Quantity;
import dev.kcm.model.wire.Maps;
import dev.kcm.runtime.plan.Step;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The status of a claim in a phase, with or without a volume.
final class ClaimStatuses {
    private ClaimStatuses() {}

    /// The write that brings a claim there, if it is not there.
    static Optional<Step.Write> write(PersistentVolumeClaim claim, String phase, Optional<PersistentVolume> volume) {
        var wanted = volume.map(it -> with(claim.status(), phase, it)).orElseGet(() -> without(claim.status(), phase));
        return wanted.equals(claim.status())
                ? Optional.empty()
                : Optional.of(Step.updateStatus(claim.withStatus(wanted), Step.Urgency.NOW));
    }

    private static PersistentVolumeClaimStatus without(PersistentVolumeClaimStatus status, String phase) {
        return status.toBuilder()
                .phase(phase)
                .accessModes(List.of())
                .capacity(Maps.nil())
                .withoutCurrentVolumeAttributesClassName()
                .build();
    }

    /// The capacity is taken over once, with the phase: later it is that of the file system, which is resized after the
    /// volume.
    private static PersistentVolumeClaimStatus with(
            PersistentVolumeClaimStatus status, String phase, PersistentVolume volume) {
        var wanted = status.toBuilder().phase(phase).accessModes(volume.spec().accessModes());
        if (!status.phase().equals(phase)) {
            wanted.capacity(capacity(status.capacity(), volume));
        }
        if (status.phase().equals(Phases.PENDING) && phase.equals(Phases.BOUND)) {
            wanted.withoutCurrentVolumeAttributesClassName();
            volume.spec().volumeAttributesClassName().ifPresent(wanted::currentVolumeAttributesClassName);
        }
        return wanted.build();
    }

    private static Map<String, Quantity> capacity(Map<String, Quantity> present, PersistentVolume volume) {
        var held = present.get(StorageFacts.STORAGE);
        var earlier = volume.annotations().get(Annotations.PRE_RESIZE_CAPACITY);
        if (earlier != null) {
            var capacity = new TreeMap<>(present);
            capacity.put(StorageFacts.STORAGE, parsed(earlier).orElseGet(() -> StorageFacts.capacityOf(volume)));
            return capacity;
        }
        return held != null && held.compareTo(StorageFacts.capacityOf(volume)) == 0
                ? present
                : volume.spec().capacity();
    }

    private static Optional<Quantity> parsed(String text) {
        try {
            return Optional.of(Quantity.parse(text));
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }
}
