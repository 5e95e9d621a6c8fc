package dev.kcm.apiserver.table;

import dev.kcm.model.KubeObject;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.storage.v1.CSIDriver;
import dev.kcm.model.storage.v1.CSINode;
import dev.kcm.model.storage.v1.StorageClass;
import dev.kcm.model.storage.v1.TokenRequest;
import dev.kcm.model.storage.v1.VolumeAttachment;
import dev.kcm.model.storage.v1.VolumeAttributesClass;
import dev.kcm.model.value.Quantity;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// How volumes and what provides them are shown.
final class StorageLayouts {
    private static final String NOT_SET = "<unset>";

    private StorageLayouts() {}

    static Layout<PersistentVolume> volumes() {
        return Layout.<PersistentVolume>named()
                .text("Capacity", it -> storage(it.spec().capacity()))
                .text("Access Modes", it -> modes(it.spec().accessModes()))
                .text("Reclaim Policy", it -> it.spec().persistentVolumeReclaimPolicy())
                .text("Status", it -> phase(it, it.status().phase()))
                .text(
                        "Claim",
                        it -> it.spec()
                                .claimRef()
                                .map(claim -> claim.namespace() + "/" + claim.name())
                                .orElse(""))
                .text("StorageClass", it -> storageClass(it, it.spec().storageClassName()))
                .text(
                        "VolumeAttributesClass",
                        it -> it.spec().volumeAttributesClassName().orElse(NOT_SET))
                .text("Reason", it -> it.status().reason())
                .age()
                .wide("VolumeMode", it -> it.spec().volumeMode().orElse(NOT_SET));
    }

    static Layout<PersistentVolumeClaim> claims() {
        return Layout.<PersistentVolumeClaim>named()
                .text("Status", it -> phase(it, it.status().phase()))
                .text("Volume", it -> it.spec().volumeName())
                .text("Capacity", it -> isBound(it) ? storage(it.status().capacity()) : "")
                .text("Access Modes", it -> isBound(it) ? modes(it.status().accessModes()) : "")
                .text(
                        "StorageClass",
                        it -> storageClass(it, it.spec().storageClassName().orElse("")))
                .text(
                        "VolumeAttributesClass",
                        it -> it.spec().volumeAttributesClassName().orElse(NOT_SET))
                .age()
                .wide("VolumeMode", it -> it.spec().volumeMode().orElse(NOT_SET));
    }

    static Layout<StorageClass> classes() {
        return Layout.<StorageClass>namedBy(it -> Layouts.markedName(
                        it,
                        "storageclass.kubernetes.io/is-default-class",
                        "storageclass.beta.kubernetes.io/is-default-class"))
                .text("Provisioner", StorageClass::provisioner)
                .text("ReclaimPolicy", it -> it.reclaimPolicy().orElse("Delete"))
                .text("VolumeBindingMode", it -> it.volumeBindingMode().orElse("Immediate"))
                .flag("AllowVolumeExpansion", it -> it.allowVolumeExpansion().orElse(false))
                .age();
    }

    static Layout<VolumeAttributesClass> attributesClasses() {
        return Layout.<VolumeAttributesClass>named()
                .text("DriverName", VolumeAttributesClass::driverName)
                .age();
    }

    static Layout<VolumeAttachment> attachments() {
        return Layout.<VolumeAttachment>named()
                .text("Attacher", it -> it.spec().attacher())
                .text("PV", it -> it.spec().source().persistentVolumeName().orElse(""))
                .text("Node", it -> it.spec().nodeName())
                .flag("Attached", it -> it.status().attached())
                .age();
    }

    static Layout<CSINode> nodes() {
        return Layout.<CSINode>named()
                .number("Drivers", it -> it.spec().drivers().size())
                .age();
    }

    static Layout<CSIDriver> drivers() {
        return Layout.<CSIDriver>named()
                .flag("AttachRequired", it -> it.spec().attachRequired().orElse(true))
                .flag("PodInfoOnMount", it -> it.spec().podInfoOnMount().orElse(false))
                .flag("StorageCapacity", it -> it.spec().storageCapacity().orElse(false))
                .text("TokenRequests", it -> audiences(it.spec().tokenRequests()))
                .flag("RequiresRepublish", it -> it.spec().requiresRepublish().orElse(false))
                .text("Modes", it -> Layouts.orNone(String.join(",", it.spec().volumeLifecycleModes())))
                .age();
    }

    private static String audiences(List<TokenRequest> requests) {
        return requests.isEmpty()
                ? NOT_SET
                : requests.stream().map(TokenRequest::audience).collect(Collectors.joining(","));
    }

    /// An old annotation counts before the field.
    private static String storageClass(KubeObject object, String field) {
        return object.annotations().getOrDefault("volume.beta.kubernetes.io/storage-class", field);
    }

    private static boolean isBound(PersistentVolumeClaim claim) {
        return !claim.spec().volumeName().isEmpty();
    }

    private static String phase(KubeObject object, String phase) {
        return object.isDeleting() ? "Terminating" : phase;
    }

    private static String storage(Map<String, Quantity> amounts) {
        var storage = amounts.get("storage");
        return storage == null ? "0" : storage.toString();
    }

    private static String modes(List<String> modes) {
        return List.of("ReadWriteOnce", "ReadOnlyMany", "ReadWriteMany", "ReadWriteOncePod").stream()
                .filter(modes::contains)
                .map(mode -> switch (mode) {
                    case "ReadWriteOnce" -> "RWO";
                    case "ReadOnlyMany" -> "ROX";
                    case "ReadWriteMany" -> "RWX";
                    default -> "RWOP";
                })
                .collect(Collectors.joining(","));
    }
}
