package dev.kcm.controllers.storage.expander;

import dev.kcm.model.core.v1.PersistentVolume;
import java.util.Optional;

/// A plugin that upstream has moved out to a CSI driver, whose resizer expands its volumes.
record MigratedPlugin(String name, String driver) {

    /// That of a volume, by its source.
    static Optional<MigratedPlugin> of(PersistentVolume volume) {
        var source = volume.spec().persistentVolumeSource();
        if (source.awsElasticBlockStore().isPresent()) {
            return plugin("kubernetes.io/aws-ebs", "ebs.csi.aws.com");
        }
        if (source.gcePersistentDisk().isPresent()) {
            return plugin("kubernetes.io/gce-pd", "pd.csi.storage.gke.io");
        }
        if (source.azureDisk().isPresent()) {
            return plugin("kubernetes.io/azure-disk", "disk.csi.azure.com");
        }
        if (source.azureFile().isPresent()) {
            return plugin("kubernetes.io/azure-file", "file.csi.azure.com");
        }
        if (source.cinder().isPresent()) {
            return plugin("kubernetes.io/cinder", "cinder.csi.openstack.org");
        }
        if (source.vsphereVolume().isPresent()) {
            return plugin("kubernetes.io/vsphere-volume", "csi.vsphere.vmware.com");
        }
        return source.portworxVolume().flatMap(_ -> plugin("kubernetes.io/portworx-volume", "pxd.portworx.com"));
    }

    private static Optional<MigratedPlugin> plugin(String name, String driver) {
        return Optional.of(new MigratedPlugin(name, driver));
    }
}
