package dev.kcm.controllers.storage.persistentvolumebinder;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.selector.Selector;
import dev.kcm.runtime.cache.Store;
import dev.kcm.runtime.cache.Tally;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// The claims that wait for a volume, so that one that becomes available wakes who may get it, and not all of them. The
/// others hear of the next volume, or of this one when the sync period is over.
final class WaitingClaims {
    private static final BySize<PersistentVolumeClaim> NONE = BySize.empty(StorageFacts::requestOf);

    /// In the order of what they ask for.
    static final Tally<PersistentVolumeClaim, BySize<PersistentVolumeClaim>> BY_QUEUE = new Tally<>(
            PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS,
            "waiting claims by size",
            claim -> isWaiting(claim) ? List.of(Queue.of(claim)) : List.of(),
            NONE,
            BySize::with,
            (waiting, claim) -> {
                var left = waiting.without(claim);
                return left.isEmpty() ? NONE : left;
            });

    private record Queue(VolumeKind kind, AccessModes modes) {
        static Queue of(PersistentVolumeClaim claim) {
            return new Queue(VolumeKind.of(claim), AccessModes.of(claim.spec().accessModes()));
        }
    }

    private WaitingClaims() {}

    static boolean isWaiting(PersistentVolumeClaim claim) {
        return claim.spec().volumeName().isEmpty() && !Annotations.has(claim, Annotations.BIND_COMPLETED);
    }

    /// Of each set of modes that the volume has, the claim that asks for most of what it has.
    static void wakeFor(PersistentVolume volume, Store<PersistentVolumeClaim> claims, Consumer<ObjectKey> into) {
        var kind = VolumeKind.of(volume);
        for (var modes : AccessModes.of(volume.spec().accessModes()).subsets()) {
            claims.tallied(BY_QUEUE, new Queue(kind, modes))
                    .largest(StorageFacts.capacityOf(volume), claim -> selects(claim, volume))
                    .ifPresent(claim -> into.accept(claim.key()));
        }
    }

    /// The one behind a claim that has got its volume: there may be a volume for it, too, as several that become
    /// available at once wake the same claim.
    static Optional<ObjectKey> behind(PersistentVolumeClaim served, Store<PersistentVolumeClaim> claims) {
        return claims.tallied(BY_QUEUE, Queue.of(served))
                .largest(StorageFacts.requestOf(served), claim -> !claim.key().equals(served.key()))
                .map(PersistentVolumeClaim::key);
    }

    private static boolean selects(PersistentVolumeClaim claim, PersistentVolume volume) {
        return claim.spec()
                .selector()
                .map(it -> Selector.ifValid(it).orElseGet(Selector::nothing).matches(volume.labels()))
                .orElse(true);
    }
}
