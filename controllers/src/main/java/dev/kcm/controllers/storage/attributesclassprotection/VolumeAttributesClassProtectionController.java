package dev.kcm.controllers.storage.attributesclassprotection;

import dev.kcm.controllers.shared.protection.Protection;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.storage.v1.VolumeAttributesClass;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.Observation;
import dev.kcm.runtime.controller.Reconciler;
import dev.kcm.runtime.plan.Plan;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/// Removes the finalizer from classes of volume attributes that are deleted, once no claim and no volume names them;
/// adds it where it is missing. A claim that is created at the same moment can be missed. Stateless.
public final class VolumeAttributesClassProtectionController
        implements Reconciler<VolumeAttributesClassProtectionController.Snapshot> {
    static final String NAME = "volumeattributesclass-protection-controller";
    static final Protection PROTECTION = new Protection("kubernetes.io/vac-protection");

    public static final ControllerSpec SPEC = ControllerSpec.named(NAME)
            .queue("vacprotection")
            .reconciles(PROTECTION.watchKeptAndLacking(VolumeAttributesClass.VOLUME_ATTRIBUTES_CLASSES))
            .watches(ClassUse.watch(ClassUse.CLAIMS))
            .watches(ClassUse.watch(ClassUse.VOLUMES))
            .indexes(ClassUse.CLAIMS)
            .indexes(ClassUse.VOLUMES)
            .writes("update volumeattributesclasses")
            .builtBy(_ -> new VolumeAttributesClassProtectionController());

    /// @param claims how many claims name it
    /// @param volumes how many volumes name it
    /// @param claim one of them
    /// @param volume one of them
    record Snapshot(
            VolumeAttributesClass attributesClass,
            int claims,
            int volumes,
            Optional<ObjectKey> claim,
            Optional<ObjectKey> volume) {}

    @Override
    public Observation<Snapshot> observe(ObjectKey key, Caches caches, Instant now) {
        var found = caches.find(VolumeAttributesClass.VOLUME_ATTRIBUTES_CLASSES, key);
        if (found.isEmpty()) {
            return new Observation.Gone<>();
        }
        if (!PROTECTION.keeps(found.get())) {
            return new Observation.Observed<>(new Snapshot(found.get(), 0, 0, Optional.empty(), Optional.empty()));
        }
        var claims = caches.of(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS).byIndex(ClassUse.CLAIMS, key.name());
        var volumes = caches.of(PersistentVolume.PERSISTENT_VOLUMES).byIndex(ClassUse.VOLUMES, key.name());
        return new Observation.Observed<>(
                new Snapshot(found.get(), claims.size(), volumes.size(), first(claims), first(volumes)));
    }

    @Override
    public Plan decide(Snapshot snapshot) {
        var attributesClass = snapshot.attributesClass();
        if (PROTECTION.isMissingOn(attributesClass)) {
            return Plan.of("it is not protected", PROTECTION.add(attributesClass));
        }
        if (!PROTECTION.keeps(attributesClass)) {
            return Plan.nothing(
                    attributesClass.isDeleting()
                            ? "it is deleted and does not wait for this controller"
                            : "it is protected");
        }
        if (snapshot.volumes() > 0) {
            return stays(snapshot.volumes(), "volume", snapshot.volume().orElseThrow());
        }
        return snapshot.claims() > 0
                ? stays(snapshot.claims(), "claim", snapshot.claim().orElseThrow())
                : Plan.of("no volume and no claim names it", PROTECTION.remove(attributesClass));
    }

    private static Plan stays(int count, String kind, ObjectKey one) {
        return Plan.nothing("it stays while %s: %s"
                .formatted(
                        count == 1 ? "a %s names it".formatted(kind) : "%d %ss name it".formatted(count, kind), one));
    }

    private static Optional<ObjectKey> first(Collection<? extends KubeObject> objects) {
        return objects.stream()
                .map(KubeObject::key)
                .min(Comparator.comparing(ObjectKey::namespace).thenComparing(ObjectKey::name));
    }
}
