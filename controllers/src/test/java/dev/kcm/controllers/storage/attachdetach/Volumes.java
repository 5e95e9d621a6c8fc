package dev.kcm.controllers.storage.attachdetach;

import dev.kcm.controllers.storage.attachdetach.AttachableVolume.CsiVolume;
import dev.kcm.model.core.v1.AttachedVolume;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.core.v1.PersistentVolumeClaimVolumeSource;
import dev.kcm.model.core.v1.PersistentVolumeSource;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.lean.LeanVolumeSource;
import dev.kcm.model.storage.v1.CSIDriver;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Objects for the tests of this package: claims, their volumes and the handles of these have the same names.
final class Volumes {
    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    static final String DRIVER = "example.com";

    private Volumes() {}

    static Node node(String name) {
        return Node.builder()
                .metadata(it -> it.name(name)
                        .uid("uid-" + name)
                        .resourceVersion("1")
                        .putAnnotations("volumes.kubernetes.io/controller-managed-attach-detach", "true"))
                .status(it ->
                        it.addConditions(condition -> condition.type("Ready").status("True")))
                .build();
    }

    static PersistentVolume volume(String name, String... modes) {
        return PersistentVolume.builder()
                .metadata(it -> it.name(name).uid("uid-" + name))
                .spec(spec -> spec.accessModes(List.of(modes))
                        .claimRef(claim -> claim.namespace("shop").name(name).uid("claim-" + name))
                        .persistentVolumeSource(PersistentVolumeSource.builder()
                                .csi(csi -> csi.driver(DRIVER).volumeHandle(name))
                                .build()))
                .build();
    }

    static PersistentVolumeClaim claim(String name) {
        return PersistentVolumeClaim.builder()
                .metadata(it -> it.namespace("shop").name(name).uid("claim-" + name))
                .spec(spec -> spec.volumeName(name))
                .status(status -> status.phase("Bound"))
                .build();
    }

    static LeanPod pod(String name, String node, String claim) {
        return pod("shop", name, node, claim);
    }

    static LeanPod pod(String namespace, String name, String node, String claim) {
        return LeanPod.builder()
                .metadata(it -> it.namespace(namespace).name(name).uid("uid-" + name))
                .spec(spec -> spec.nodeName(node)
                        .addVolumes(volume -> volume.name("data")
                                .volumeSource(LeanVolumeSource.builder()
                                        .persistentVolumeClaim(PersistentVolumeClaimVolumeSource.builder()
                                                .claimName(claim)
                                                .build())
                                        .build())))
                .status(status -> status.phase("Running"))
                .build();
    }

    static CSIDriver driver(boolean isToBeAttached) {
        return CSIDriver.builder()
                .metadata(it -> it.name(DRIVER))
                .spec(it -> it.attachRequired(isToBeAttached))
                .build();
    }

    static String name(String handle) {
        return VolumeNames.csi(DRIVER, handle);
    }

    static String handle(AttachedVolume volume) {
        return volume.name().substring(volume.name().indexOf('^') + 1);
    }

    static String attachment(String handle, String node) {
        return VolumeNames.attachment(new CsiVolume(DRIVER, handle, Optional.empty(), false), node);
    }
}
