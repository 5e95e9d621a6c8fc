package dev.kcm.conformance.storage;

import static dev.kcm.testing.scenario.Actions.act;
import static dev.kcm.testing.scenario.Actions.patch;
import static dev.kcm.testing.scenario.Builders.object;
import static dev.kcm.testing.scenario.Builders.pod;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.ObjectReference;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.storage.v1.StorageClass;
import dev.kcm.model.value.Quantity;
import dev.kcm.testing.scenario.Action;
import dev.kcm.testing.scenario.AnyObjectBuilder;
import dev.kcm.testing.scenario.ObjectLocator;
import dev.kcm.testing.scenario.PodBuilder;
import dev.kcm.testing.scenario.Scenario;
import java.util.List;
import java.util.Map;

/// The volumes of one scenario and who claims them. Volumes and classes belong to the whole cluster: those of a
/// scenario are called after its namespace, and its volumes are of a class of its own, so that no other claim gets
/// them.
record Volumes(String namespace) {
    static Volumes of(Scenario scenario) {
        return new Volumes(scenario.namespace());
    }

    String storageClass() {
        return namespace + "-class";
    }

    String provisioner() {
        return namespace + ".example.com";
    }

    AnyObjectBuilder<StorageClass> storageClass(String bindingMode) {
        return object(StorageClass.builder()
                .metadata(it -> it.name(storageClass()))
                .provisioner(provisioner())
                .volumeBindingMode(bindingMode)
                .build());
    }

    /// One that is kept when its claim goes. Nobody mounts it: where it is does not matter.
    AnyObjectBuilder<PersistentVolume> volume(String name, String size) {
        return object(PersistentVolume.builder()
                .metadata(it -> it.name(volumeName(name)))
                .spec(spec -> spec.capacity(Map.of("storage", Quantity.parse(size)))
                        .accessModes(List.of("ReadWriteOnce"))
                        .storageClassName(storageClass())
                        .persistentVolumeReclaimPolicy("Retain")
                        .nfs(nfs -> nfs.server("storage.example.com").path("/" + name)))
                .build());
    }

    String volumeName(String name) {
        return namespace + "-" + name;
    }

    ObjectLocator<PersistentVolume> named(String name) {
        return ObjectLocator.named(PersistentVolume.PERSISTENT_VOLUMES, volumeName(name));
    }

    AnyObjectBuilder<PersistentVolumeClaim> claim(String name, String size) {
        return object(PersistentVolumeClaim.builder()
                .metadata(it -> it.name(name))
                .spec(spec -> spec.accessModes(List.of("ReadWriteOnce"))
                        .storageClassName(storageClass())
                        .resources(it -> it.requests(Map.of("storage", Quantity.parse(size)))))
                .build());
    }

    static ObjectLocator<PersistentVolumeClaim> claim(String name) {
        return ObjectLocator.named(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS, name);
    }

    static PodBuilder user(String name, String claim) {
        return pod(name)
                .with(pod -> pod.withSpec(spec -> spec.addVolumes(
                        volume -> volume.name("data").persistentVolumeClaim(source -> source.claimName(claim)))));
    }

    /// Takes off what protects an object while it is used: whoever would take it off does not run here.
    static Action unprotect(ObjectLocator<?> object) {
        return patch(object, "{\"metadata\":{\"finalizers\":null}}");
    }

    /// What an external provisioner does for a claim: creates a volume that points at it.
    Action provision(String claim, String volume) {
        return act("provision a volume for claim " + claim, client -> {
            var found =
                    client.on(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS).get(ObjectKey.of(namespace, claim));
            client.on(PersistentVolume.PERSISTENT_VOLUMES).create(provisioned(found, volume));
        });
    }

    private PersistentVolume provisioned(PersistentVolumeClaim claim, String volume) {
        return PersistentVolume.builder()
                .metadata(it -> it.name(volumeName(volume))
                        .annotations(Map.of("pv.kubernetes.io/provisioned-by", provisioner())))
                .spec(spec -> spec.capacity(claim.spec().resources().requests())
                        .accessModes(claim.spec().accessModes())
                        .storageClassName(storageClass())
                        .persistentVolumeReclaimPolicy("Delete")
                        .claimRef(reference(claim))
                        .csi(csi -> csi.driver(provisioner()).volumeHandle(volume)))
                .build();
    }

    private static ObjectReference reference(PersistentVolumeClaim claim) {
        return ObjectReference.builder()
                .kind("PersistentVolumeClaim")
                .apiVersion("v1")
                .namespace(claim.namespace())
                .name(claim.name())
                .uid(claim.uid())
                .build();
    }
}
