package dev.kcm.controllers.storage.expander;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.ObjectReference;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.controller.WatchMapping;
import java.util.List;
import java.util.Optional;

/// Which claims to sync when a claim or a volume changes.
final class ExpanderWatches {
    private ExpanderWatches() {}

    /// Bound claims that ask for more than before, or have more than before. Of those that are there when the
    /// controller starts only the ones that ask for more than they have: others come with their volumes.
    static WatchMapping<PersistentVolumeClaim> claims() {
        return new WatchMapping<>(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS, List.of(), (change, _, into) -> {
            var claim = change.object();
            if (claim.status().phase().equals("Bound") && isOfInterest(change)) {
                into.accept(claim.key());
            }
        });
    }

    private static boolean isOfInterest(Change<PersistentVolumeClaim> change) {
        return switch (change) {
            case Change.Added<PersistentVolumeClaim>(var claim, var _) ->
                Snapshot.requested(claim).compareTo(Snapshot.capacity(claim)) > 0;
            case Change.Updated<PersistentVolumeClaim>(var before, var now) ->
                Snapshot.requested(now).compareTo(Snapshot.requested(before)) > 0
                        || Snapshot.capacity(now).compareTo(Snapshot.capacity(before)) > 0;
            case Change.Deleted<PersistentVolumeClaim> _, Change.Resynced<PersistentVolumeClaim> _ -> false;
        };
    }

    /// The claims of volumes that are new and have been expanded, or have just been bound.
    static WatchMapping<PersistentVolume> volumes() {
        return new WatchMapping<>(PersistentVolume.PERSISTENT_VOLUMES, List.of(), (change, _, into) -> {
            switch (change) {
                case Change.Added<PersistentVolume>(var volume, var isInitial) -> {
                    if (!isInitial || FlexExpansion.isPending(volume)) {
                        claimOf(volume).ifPresent(into);
                    }
                }
                case Change.Updated<PersistentVolume>(var before, var now) -> {
                    if (!uid(before).equals(uid(now))) {
                        claimOf(now).ifPresent(into);
                    }
                }
                case Change.Deleted<PersistentVolume> _, Change.Resynced<PersistentVolume> _ -> {}
            }
        });
    }

    private static Optional<ObjectKey> claimOf(PersistentVolume volume) {
        return volume.spec().claimRef().map(claim -> ObjectKey.of(claim.namespace(), claim.name()));
    }

    private static Optional<String> uid(PersistentVolume volume) {
        return volume.spec().claimRef().map(ObjectReference::uid);
    }
}
