package dev.kcm.controllers.storage.claimprotection;

import dev.kcm.controllers.shared.protection.Protection;
import dev.kcm.controllers.shared.volumes.PodVolumeClaims;
import dev.kcm.controllers.shared.volumes.VolumeUse;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.controller.WatchMapping;
import java.util.List;

/// Which claims to sync when a claim or a pod changes. A pod costs as much as it has volumes.
final class ClaimWatches {
    static final Protection PROTECTION = new Protection("kubernetes.io/pvc-protection");

    private ClaimWatches() {}

    static WatchMapping<PersistentVolumeClaim> claims() {
        return PROTECTION.watchKeptAndLacking(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS);
    }

    /// The same and claims that nobody has said of yet whether they are in use.
    static WatchMapping<PersistentVolumeClaim> claimsWithUse() {
        return Protection.watch(
                PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS,
                claim ->
                        PROTECTION.keeps(claim) || PROTECTION.isMissingOn(claim) || UnusedCondition.isMissingOn(claim));
    }

    /// Claims that are kept, of pods that do not keep them any more. A claim that is deleted later is synced by that.
    static WatchMapping<LeanPod> pods() {
        return new WatchMapping<>(LeanPod.PODS, List.of(), (change, stores, into) -> {
            var pod = change.object();
            if (change instanceof Change.Deleted<LeanPod>
                    || pod.spec().nodeName().isEmpty()
                    || VolumeUse.isTerminated(pod)) {
                var claims = stores.of(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS);
                PodVolumeClaims.of(pod).stream()
                        .filter(claim ->
                                claims.find(claim).filter(PROTECTION::keeps).isPresent())
                        .forEach(into);
            }
        });
    }

    /// All claims of pods that change.
    static WatchMapping<LeanPod> podsWithUse() {
        return new WatchMapping<>(
                LeanPod.PODS,
                List.of(),
                (change, _, into) -> PodVolumeClaims.of(change.object()).forEach(into));
    }
}
