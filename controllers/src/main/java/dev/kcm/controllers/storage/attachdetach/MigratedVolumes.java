package dev.kcm.controllers.storage.attachdetach;

import dev.kcm.controllers.storage.attachdetach.AttachableVolume.CsiVolume;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeSpec;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// PersistentVolumes of plugins that were moved out to CSI drivers, as those drivers call them.
final class MigratedVolumes {
    static final String EBS = "ebs.csi.aws.com";
    static final String GCE = "pd.csi.storage.gke.io";
    static final String AZURE_DISK = "disk.csi.azure.com";
    static final String AZURE_FILE = "file.csi.azure.com";
    static final String CINDER = "cinder.csi.openstack.org";
    static final String VSPHERE = "csi.vsphere.vmware.com";
    static final String PORTWORX = "pxd.portworx.com";

    private static final String READ_WRITE_ONCE = "ReadWriteOnce";
    private static final String READ_ONLY_MANY = "ReadOnlyMany";
    private static final String ZONE = "topology.kubernetes.io/zone";
    private static final String OLD_ZONE = "failure-domain.beta.kubernetes.io/zone";
    private static final String RESOURCE_GROUP = "kubernetes.io/azure-file-resource-group";
    private static final String UNSPECIFIED = "UNSPECIFIED";
    private static final Pattern EBS_ID = Pattern.compile("vol-[^/]*");
    private static final Pattern STORAGE_ACCOUNT = Pattern.compile("azure-storage-account-(.+)-secret");

    private MigratedVolumes() {}

    /// Empty for volumes that were not moved, and for those that have no name a driver would know.
    static Optional<AttachableVolume> of(PersistentVolume volume) {
        var spec = volume.spec();
        return spec.awsElasticBlockStore()
                .map(it -> ebsHandle(it.volumeID()).map(handle -> once(volume, EBS, handle)))
                .or(() -> spec.gcePersistentDisk()
                        .map(it -> gceHandle(volume, it.pdName())
                                .map(handle -> of(volume, GCE, handle, gceModes(spec.accessModes())))))
                .or(() -> spec.azureDisk()
                        .map(it -> isManaged(it.kind()) ? Optional.of(once(volume, AZURE_DISK, it.diskURI())) : none()))
                .or(() -> spec.azureFile()
                        .map(it -> azureFileHandle(volume).map(handle -> once(volume, AZURE_FILE, handle))))
                .or(() -> spec.cinder().map(it -> Optional.of(once(volume, CINDER, it.volumeID()))))
                .or(() -> spec.vsphereVolume().map(it -> Optional.of(once(volume, VSPHERE, it.volumePath()))))
                .or(() -> spec.portworxVolume().map(it -> Optional.of(once(volume, PORTWORX, it.volumeID()))))
                .flatMap(translated -> translated);
    }

    private static Optional<AttachableVolume> none() {
        return Optional.empty();
    }

    private static AttachableVolume once(PersistentVolume volume, String driver, String handle) {
        return of(volume, driver, handle, volume.spec().accessModes());
    }

    private static AttachableVolume of(PersistentVolume volume, String driver, String handle, List<String> modes) {
        return AttachableVolume.csi(volume.name(), modes, new CsiVolume(driver, handle, Optional.empty(), true));
    }

    /// A bare id, or the last part of `aws://zone/vol-…`.
    static Optional<String> ebsHandle(String id) {
        if (!id.startsWith("aws://")) {
            return Optional.of(id);
        }
        int path = id.indexOf('/', "aws://".length());
        var last = path < 0 ? "" : trimmed(id.substring(path));
        return EBS_ID.matcher(last).matches() ? Optional.of(last) : Optional.empty();
    }

    private static String trimmed(String path) {
        int from = 0;
        int to = path.length();
        while (from < to && path.charAt(from) == '/') {
            from++;
        }
        while (to > from && path.charAt(to - 1) == '/') {
            to--;
        }
        return path.substring(from, to);
    }

    /// Zones that do not share a region are no region's.
    private static Optional<String> gceHandle(PersistentVolume volume, String disk) {
        var labels = volume.labels();
        var old = labels.getOrDefault(OLD_ZONE, "");
        var zones = List.of((old.isEmpty() ? labels.getOrDefault(ZONE, "") : old).split("__", -1));
        if (zones.size() == 1) {
            return Optional.of(gceHandle(zones.getFirst().isEmpty() ? UNSPECIFIED : zones.getFirst(), disk));
        }
        var regions = zones.stream().map(MigratedVolumes::region).distinct().toList();
        return regions.size() == 1 && !regions.getFirst().isEmpty()
                ? Optional.of("projects/%s/regions/%s/disks/%s".formatted(UNSPECIFIED, regions.getFirst(), disk))
                : Optional.empty();
    }

    static String gceHandle(String zone, String disk) {
        return "projects/%s/zones/%s/disks/%s".formatted(UNSPECIFIED, zone, disk);
    }

    private static String region(String zone) {
        var parts = zone.split("-", -1);
        return parts.length == 3 ? parts[0] + "-" + parts[1] : "";
    }

    /// The plugin never had a volume that several nodes write.
    private static List<String> gceModes(List<String> modes) {
        if (modes.isEmpty()) {
            return modes;
        }
        return modes.equals(List.of(READ_ONLY_MANY)) ? modes : List.of(READ_WRITE_ONCE);
    }

    static boolean isManaged(Optional<String> kind) {
        return kind.filter(it -> !it.equalsIgnoreCase("Managed")).isEmpty();
    }

    private static Optional<String> azureFileHandle(PersistentVolume volume) {
        PersistentVolumeSpec spec = volume.spec();
        return spec.azureFile()
                .flatMap(source -> source.secretNamespace()
                        .or(() -> spec.claimRef().map(claim -> claim.namespace()))
                        .filter(namespace -> !namespace.isEmpty())
                        .map(namespace -> azureFileHandle(
                                volume.annotations().getOrDefault(RESOURCE_GROUP, ""),
                                source.secretName(),
                                source.shareName(),
                                volume.name(),
                                namespace)));
    }

    static String azureFileHandle(String group, String secret, String share, String name, String namespace) {
        var account = STORAGE_ACCOUNT.matcher(secret);
        return "%s#%s#%s#%s#%s".formatted(group, account.matches() ? account.group(1) : secret, share, name, namespace);
    }
}
