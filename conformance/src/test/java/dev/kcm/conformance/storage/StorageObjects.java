package dev.kcm.conformance.storage;

import static dev.kcm.testing.scenario.Builders.object;
import static dev.kcm.testing.scenario.Builders.pod;

import dev.kcm.model.KubeObject;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.core.v1.PersistentVolumeStatus;
import dev.kcm.model.storage.v1.VolumeAttributesClass;
import dev.kcm.model.value.Quantity;
import dev.kcm.testing.scenario.Action;
import dev.kcm.testing.scenario.AnyObjectBuilder;
import dev.kcm.testing.scenario.ObjectLocator;
import dev.kcm.testing.scenario.PodBuilder;
import java.util.function.UnaryOperator;

/// Claims, volumes and classes. Nobody provisions or binds here: a claim names no volume, unless a scenario says so.
/// Volumes and classes are the whole cluster's, so each scenario has names of its own.
final class StorageObjects {
    /// For scenarios whose controllers see all volumes and classes of a cluster.
    static final String CLUSTER_STORAGE = "volumes and classes of the whole cluster";

    static final String CLAIM_PROTECTION = "kubernetes.io/pvc-protection";
    static final String VOLUME_PROTECTION = "kubernetes.io/pv-protection";
    static final String CLASS_PROTECTION = "kubernetes.io/vac-protection";

    private StorageObjects() {}

    static AnyObjectBuilder<PersistentVolumeClaim> claim(String name) {
        return object(PersistentVolumeClaim.builder()
                        .metadata(it -> it.name(name))
                        .spec(spec -> spec.storageClassName("")
                                .addAccessModes("ReadWriteOnce")
                                .resources(it -> it.putRequests("storage", Quantity.parse("1Gi"))))
                        .build())
                .finalizer(CLAIM_PROTECTION);
    }

    static ObjectLocator<PersistentVolumeClaim> claimNamed(String name) {
        return ObjectLocator.named(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS, name);
    }

    static AnyObjectBuilder<PersistentVolume> volume(String name) {
        return object(PersistentVolume.builder()
                        .metadata(it -> it.name(name))
                        .spec(spec -> spec.putCapacity("storage", Quantity.parse("1Gi"))
                                .addAccessModes("ReadWriteOnce")
                                .persistentVolumeReclaimPolicy("Retain")
                                .csi(csi -> csi.driver("disk.example.com").volumeHandle(name)))
                        .build())
                .finalizer(VOLUME_PROTECTION);
    }

    static AnyObjectBuilder<VolumeAttributesClass> attributesClass(String name) {
        return object(VolumeAttributesClass.builder()
                        .metadata(it -> it.name(name))
                        .driverName("disk.example.com")
                        .putParameters("iops", "3000")
                        .build())
                .finalizer(CLASS_PROTECTION);
    }

    /// The pod with a volume that names a claim.
    static PodBuilder withClaim(PodBuilder pod, String claim) {
        return pod.with(it -> it.withSpec(spec ->
                spec.addVolumes(volume -> volume.name("data").persistentVolumeClaim(named -> named.claimName(claim)))));
    }

    /// The pod with a volume whose claim is made from a template.
    static PodBuilder withEphemeral(PodBuilder pod, String volume) {
        return pod.with(it -> it.withSpec(spec -> spec.addVolumes(added -> added.name(volume)
                .ephemeral(ephemeral -> ephemeral.volumeClaimTemplate(template -> template.metadata(
                                metadata -> metadata.putLabels("tier", "fast").putAnnotations("note", "scratch"))
                        .spec(claim -> claim.storageClassName("")
                                .addAccessModes("ReadWriteOnce")
                                .resources(resources -> resources.putRequests("storage", Quantity.parse("1Gi")))))))));
    }

    /// A pod that no node takes.
    static PodBuilder unschedulablePod(String name) {
        return pod(name).with(it -> it.withSpec(spec -> spec.putNodeSelector("example.com/nowhere", "true")));
    }

    /// What the binder writes.
    static Action phase(ObjectLocator<PersistentVolume> volume, String phase) {
        return status(
                "set the phase of %s to %s".formatted(volume, phase),
                volume,
                it -> it.withStatus(
                        PersistentVolumeStatus.builder().phase(phase).build()));
    }

    /// Writes the status of an object as its controllers or drivers would.
    static <T extends KubeObject> Action status(String description, ObjectLocator<T> object, UnaryOperator<T> change) {
        return new Action(description, scenario -> {
            var api = scenario.client().on(object.resource());
            var _ = api.updateStatus(change.apply(api.get(object.key(scenario))));
        });
    }
}
