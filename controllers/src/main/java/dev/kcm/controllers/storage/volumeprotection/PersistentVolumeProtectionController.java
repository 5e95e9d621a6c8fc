package dev.kcm.controllers.storage.volumeprotection;

import dev.kcm.controllers.shared.protection.Protection;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.Observation;
import dev.kcm.runtime.controller.Reconciler;
import dev.kcm.runtime.plan.Plan;
import java.time.Instant;

/// Removes the finalizer from volumes that are deleted and not bound; adds it where it is missing. The phase, which
/// the binder writes, is all that counts. Stateless.
public final class PersistentVolumeProtectionController implements Reconciler<PersistentVolume> {
    static final String NAME = "persistentvolume-protection-controller";
    static final Protection PROTECTION = new Protection("kubernetes.io/pv-protection");
    private static final String BOUND = "Bound";

    public static final ControllerSpec SPEC = ControllerSpec.named(NAME)
            .alias("pv-protection")
            .queue("pvprotection")
            .reconciles(PROTECTION.watchKeptAndLacking(PersistentVolume.PERSISTENT_VOLUMES))
            .writes("update persistentvolumes")
            .builtBy(_ -> new PersistentVolumeProtectionController());

    @Override
    public Observation<PersistentVolume> observe(ObjectKey key, Caches caches, Instant now) {
        return caches.find(PersistentVolume.PERSISTENT_VOLUMES, key)
                .<Observation<PersistentVolume>>map(Observation.Observed::new)
                .orElseGet(Observation.Gone::new);
    }

    @Override
    public Plan decide(PersistentVolume volume) {
        if (PROTECTION.isMissingOn(volume)) {
            return Plan.of("it is not protected", PROTECTION.add(volume));
        }
        if (!PROTECTION.keeps(volume)) {
            return Plan.nothing(
                    volume.isDeleting() ? "it is deleted and does not wait for this controller" : "it is protected");
        }
        return volume.status().phase().equals(BOUND)
                ? Plan.nothing("it stays while it is bound to " + claim(volume))
                : Plan.of("it is not bound", PROTECTION.remove(volume));
    }

    private static String claim(PersistentVolume volume) {
        return volume.spec()
                .claimRef()
                .map(claim -> "the claim %s/%s".formatted(claim.namespace(), claim.name()))
                .orElse("a claim that it does not name");
    }
}
