package dev.kcm.controllers.storage.persistentvolumebinder;

import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Volumes of plugins that upstream has moved out to CSI drivers: what says so on claims and volumes, and which
/// finalizer keeps a volume until what is behind it was deleted.
final class Migration {
    private static final String IN_TREE_PREFIX = "kubernetes.io/";

    private static final Map<String, String> DRIVERS = Map.of(
            "kubernetes.io/aws-ebs", "ebs.csi.aws.com",
            "kubernetes.io/gce-pd", "pd.csi.storage.gke.io",
            "kubernetes.io/azure-disk", "disk.csi.azure.com",
            "kubernetes.io/azure-file", "file.csi.azure.com",
            "kubernetes.io/cinder", "cinder.csi.openstack.org",
            "kubernetes.io/vsphere-volume", "csi.vsphere.vmware.com",
            "kubernetes.io/portworx-volume", "pxd.portworx.com");

    private Migration() {}

    /// The driver that does the work of a plugin now.
    static Optional<String> driverOf(String provisioner) {
        return Optional.ofNullable(DRIVERS.get(provisioner));
    }

    /// Whether a provisioner is, by its name, a part of this program.
    static boolean isInTree(String provisioner) {
        return provisioner.startsWith(IN_TREE_PREFIX);
    }

    static Map<String, String> annotations(PersistentVolumeClaim claim) {
        var annotations = claim.annotations();
        var provisioner = annotations.get(Annotations.PROVISIONER);
        return annotations(
                annotations, provisioner != null ? provisioner : annotations.get(Annotations.BETA_PROVISIONER));
    }

    static Map<String, String> annotations(PersistentVolume volume) {
        return annotations(volume.annotations(), volume.annotations().get(Annotations.PROVISIONED_BY));
    }

    /// The annotations as they should be with this provisioner; without one they are as they should be.
    static Map<String, String> annotations(Map<String, String> annotations, @Nullable String provisioner) {
        if (provisioner == null) {
            return annotations;
        }
        return driverOf(provisioner)
                .map(driver -> driver.equals(annotations.get(Annotations.MIGRATED_TO))
                        ? annotations
                        : Annotations.with(annotations, Annotations.MIGRATED_TO, driver))
                .orElseGet(() -> Annotations.without(annotations, Annotations.MIGRATED_TO));
    }

    /// The finalizers as they should be, for the reclaim policy it has today. None is added to a volume that is being
    /// deleted: the server would refuse it.
    static List<String> finalizers(PersistentVolume volume) {
        var present = volume.metadata().finalizers();
        var provisioner = volume.annotations().get(Annotations.PROVISIONED_BY);
        if (provisioner == null) {
            return present;
        }
        if (driverOf(provisioner).isPresent()) {
            return without(present, Finalizers.IN_TREE);
        }
        if (!isInTree(provisioner)) {
            return present;
        }
        var wanted = without(present, Finalizers.EXTERNAL);
        return switch (volume.spec().persistentVolumeReclaimPolicy()) {
            case "Delete" -> volume.isDeleting() ? wanted : with(wanted, Finalizers.IN_TREE);
            case "Retain", "Recycle" -> without(wanted, Finalizers.IN_TREE);
            default -> wanted;
        };
    }

    static List<String> without(List<String> finalizers, String finalizer) {
        return finalizers.contains(finalizer)
                ? finalizers.stream().filter(it -> !it.equals(finalizer)).toList()
                : finalizers;
    }

    private static List<String> with(List<String> finalizers, String finalizer) {
        if (finalizers.contains(finalizer)) {
            return finalizers;
        }
        var all = new ArrayList<>(finalizers);
        all.add(finalizer);
        return List.copyOf(all);
    }
}
