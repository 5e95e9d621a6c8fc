package dev.kcm.controllers.storage.persistentvolumebinder;

import dev.kcm.base.flags.FlagValues;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.core.v1.ObjectReference;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.core.v1.PersistentVolumeSpec;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.storage.v1.StorageClass;
import dev.kcm.model.value.Quantity;
import dev.kcm.runtime.cache.CountedStores;
import dev.kcm.runtime.controller.LiveReads;
import dev.kcm.runtime.controller.Observation;
import dev.kcm.runtime.controller.Settings;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.testing.Planned;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Claims and volumes that the binder decides about, and what the server says when it is asked.
final class BinderWorld implements LiveReads {
    static final String NAMESPACE = "shop";
    static final String CLASS = "fast";
    private static final Instant NOW = Instant.parse("2026-11-16T12:00:00Z");

    final CountedStores stores = new CountedStores(PersistentVolumeBinderController.SPEC);
    final Metrics metrics = new Metrics();
    final Map<ObjectKey, KubeObject> live = new HashMap<>();
    private final PersistentVolumeBinderController binder;

    BinderWorld() {
        this.binder = new PersistentVolumeBinderController(
                new Settings(Settings.Options.of(FlagValues.DEFAULTS), this, null, metrics, ""));
    }

    @Override
    @SuppressWarnings("unchecked") // by name: no claim and volume share one here
    public <T extends KubeObject> Optional<T> get(Resource<T> resource, ObjectKey key) {
        return Optional.ofNullable((T) live.get(key));
    }

    BinderWorld has(KubeObject... objects) {
        for (var object : objects) {
            switch (object) {
                case PersistentVolume volume -> stores.put(PersistentVolume.PERSISTENT_VOLUMES, volume);
                case PersistentVolumeClaim claim -> stores.put(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS, claim);
                case StorageClass storageClass -> stores.put(StorageClass.STORAGE_CLASSES, storageClass);
                case LeanPod pod -> stores.put(LeanPod.PODS, pod);
                default -> throw new IllegalArgumentException(object.toString());
            }
        }
        return this;
    }

    Observation<Snapshot> observe(ObjectKey key) {
        return binder.observe(key, stores.caches(), NOW);
    }

    Snapshot snapshot(ObjectKey key) {
        if (observe(key) instanceof Observation.Observed<Snapshot>(var snapshot)) {
            return snapshot;
        }
        throw new AssertionError("Not observed: " + observe(key));
    }

    Plan decideClaim(String name) {
        return binder.decide(snapshot(ObjectKey.of(NAMESPACE, name)));
    }

    Plan decideVolume(String name) {
        return binder.decide(snapshot(BinderWorld.volumeKey(name)));
    }

    /// What follows when everything that was decided is done.
    Plan settled(ObjectKey key) {
        var snapshot = snapshot(key);
        return binder.settle(snapshot, Planned.in(binder.decide(snapshot)).allApplied());
    }

    Plan settled(ObjectKey key, Outcomes outcomes) {
        return binder.settle(snapshot(key), outcomes);
    }

    /// A whole sync of which everything is done; the caches do not show it.
    void sync(ObjectKey key) {
        var snapshot = snapshot(key);
        var writes = Planned.in(binder.decide(snapshot)).allApplied();
        binder.measure(
                snapshot, writes.and(Planned.in(binder.settle(snapshot, writes)).allApplied()), Duration.ZERO);
    }

    static ObjectKey volumeKey(String name) {
        return BinderWatches.volumeKey(name);
    }

    static ObjectKey claimKey(String name) {
        return ObjectKey.of(NAMESPACE, name);
    }

    static PersistentVolumeClaim claim(String name, String size) {
        return PersistentVolumeClaim.builder()
                .metadata(it ->
                        it.name(name).namespace(NAMESPACE).uid("uid-of-" + name).resourceVersion("1"))
                .spec(spec -> spec.accessModes(List.of("ReadWriteOnce"))
                        .volumeMode("Filesystem")
                        .storageClassName(CLASS)
                        .resources(it -> it.requests(Map.of("storage", Quantity.parse(size)))))
                .status(status -> status.phase("Pending"))
                .build();
    }

    static PersistentVolume volume(String name, String size) {
        return volume(name, size, _ -> {});
    }

    static PersistentVolume volume(String name, String size, Consumer<PersistentVolumeSpec.Builder> more) {
        var spec = PersistentVolumeSpec.builder()
                .capacity(Map.of("storage", Quantity.parse(size)))
                .accessModes(List.of("ReadWriteOnce"))
                .volumeMode("Filesystem")
                .storageClassName(CLASS)
                .persistentVolumeReclaimPolicy("Retain");
        more.accept(spec);
        return PersistentVolume.builder()
                .metadata(it -> it.name(name).uid("uid-of-" + name).resourceVersion("1"))
                .spec(spec.build())
                .status(status -> status.phase("Available"))
                .build();
    }

    static StorageClass storageClass(String bindingMode, String provisioner) {
        return StorageClass.builder()
                .metadata(it -> it.name(CLASS).uid("uid-of-class").resourceVersion("1"))
                .provisioner(provisioner)
                .reclaimPolicy("Delete")
                .volumeBindingMode(bindingMode)
                .build();
    }

    static ObjectReference to(PersistentVolumeClaim claim) {
        return Binding.reference(claim);
    }

    /// A claim as it is once it has a volume.
    static PersistentVolumeClaim bound(PersistentVolumeClaim claim, String volume) {
        return claim.withSpec(spec -> spec.volumeName(volume))
                .withMetadata(it -> it.annotations(Map.of(
                        Annotations.BIND_COMPLETED, Annotations.YES, Annotations.BOUND_BY_CONTROLLER, Annotations.YES)))
                .withStatus(status -> status.phase("Bound").accessModes(List.of("ReadWriteOnce")));
    }

    /// A volume as it is once its claim is gone.
    static PersistentVolume released(PersistentVolume volume) {
        return volume.withSpec(spec -> spec.claimRef(to(claim("gone", "1Gi"))))
                .withMetadata(it -> it.annotations(
                        Annotations.with(volume.annotations(), Annotations.BOUND_BY_CONTROLLER, Annotations.YES)))
                .withStatus(status -> status.phase("Released"));
    }
}
