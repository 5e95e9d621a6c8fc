package dev.kcm.controllers.storage.persistentvolumebinder;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.cache.Index;
import dev.kcm.runtime.controller.WatchMapping;
import java.util.List;
import java.util.function.Consumer;

/// Which keys to sync when a claim, a volume or a pod changes. Claims have their own name as key, volumes have
/// `volume:` before it.
///
/// Upstream leaves it to the next resync that a claim learns of a volume for it, or of the one it names, and a volume
/// of its claim. Here either one wakes the other.
final class BinderWatches {
    private static final String VOLUME_PREFIX = "volume:";

    /// By the name of the volume that a claim names.
    static final Index<PersistentVolumeClaim> CLAIMS_BY_VOLUME = new Index<>(
            PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS,
            "volume",
            claim -> claim.spec().volumeName().isEmpty()
                    ? List.of()
                    : List.of(claim.spec().volumeName()));

    private BinderWatches() {}

    static ObjectKey volumeKey(String volume) {
        return ObjectKey.of(VOLUME_PREFIX + volume);
    }

    static boolean isVolumeKey(ObjectKey key) {
        return key.name().startsWith(VOLUME_PREFIX);
    }

    static ObjectKey volumeOf(ObjectKey key) {
        return ObjectKey.of(key.name().substring(VOLUME_PREFIX.length()));
    }

    /// Also the volumes that point at a claim, when there is another claim to point at or it names another volume.
    static WatchMapping<PersistentVolumeClaim> claims() {
        return new WatchMapping<>(
                PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS,
                List.of(AvailableVolumes.BY_CLAIM),
                (change, stores, into) -> {
                    var claim = change.object();
                    into.accept(claim.key());
                    if (isServed(change)) {
                        WaitingClaims.behind(claim, stores.of(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS))
                                .ifPresent(into);
                    }
                    if (!(change instanceof Change.Updated<PersistentVolumeClaim>(var before, var now))
                            || !before.spec().volumeName().equals(now.spec().volumeName())) {
                        stores.of(PersistentVolume.PERSISTENT_VOLUMES)
                                .byIndex(AvailableVolumes.BY_CLAIM, claim.key())
                                .forEach(volume -> into.accept(volumeKey(volume.name())));
                        if (!claim.spec().volumeName().isEmpty()) {
                            into.accept(volumeKey(claim.spec().volumeName()));
                        }
                    }
                });
    }

    /// Also the claims that name a volume or that it points at, unless nothing changed that they care about.
    static WatchMapping<PersistentVolume> volumes() {
        return new WatchMapping<>(
                PersistentVolume.PERSISTENT_VOLUMES, List.of(CLAIMS_BY_VOLUME), (change, stores, into) -> {
                    var volume = change.object();
                    into.accept(volumeKey(volume.name()));
                    if (becomesFree(change)) {
                        WaitingClaims.wakeFor(volume, stores.of(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS), into);
                    }
                    if (change instanceof Change.Updated<PersistentVolume>(var before, var now)) {
                        if (!concernsClaims(before, now)) {
                            return;
                        }
                        StorageFacts.claimOf(before).ifPresent(into);
                    }
                    StorageFacts.claimOf(volume).ifPresent(into);
                    stores.of(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS)
                            .byIndex(CLAIMS_BY_VOLUME, volume.name())
                            .forEach(claim -> into.accept(claim.key()));
                });
    }

    /// The volume that a pod has scrubbed, when it has ended; one that goes is waited for by the volume's own wake-up.
    static WatchMapping<LeanPod> recyclers() {
        return new WatchMapping<>(LeanPod.PODS, List.of(), (change, _, into) -> {
            var pod = change.object();
            RecyclerPods.volumeOf(pod.name()).ifPresent(volume -> wake(change, volume, into));
        });
    }

    private static void wake(Change<LeanPod> change, String volume, Consumer<ObjectKey> into) {
        boolean isNews = switch (change) {
            case Change.Added<LeanPod> _, Change.Resynced<LeanPod> _ -> true;
            case Change.Updated<LeanPod>(var before, var now) ->
                !before.status().phase().equals(now.status().phase());
            case Change.Deleted<LeanPod> _ -> false;
        };
        if (isNews) {
            into.accept(volumeKey(volume));
        }
    }

    private static boolean isServed(Change<PersistentVolumeClaim> change) {
        return change instanceof Change.Updated<PersistentVolumeClaim>(var before, var now)
                && WaitingClaims.isWaiting(before)
                && !WaitingClaims.isWaiting(now);
    }

    /// A new volume is Pending; one that is there at the start is found by the first syncs of all claims.
    private static boolean becomesFree(Change<PersistentVolume> change) {
        return switch (change) {
            case Change.Updated<PersistentVolume>(var before, var now) ->
                AvailableVolumes.isFree(now)
                        && (!AvailableVolumes.isFree(before)
                                || !before.spec().equals(now.spec())
                                || !before.labels().equals(now.labels()));
            case Change.Added<PersistentVolume> _,
                    Change.Deleted<PersistentVolume> _,
                    Change.Resynced<PersistentVolume> _ -> false;
        };
    }

    private static boolean concernsClaims(PersistentVolume before, PersistentVolume now) {
        return !before.spec().equals(now.spec())
                || !before.status().phase().equals(now.status().phase())
                || before.isDeleting() != now.isDeleting();
    }
}
