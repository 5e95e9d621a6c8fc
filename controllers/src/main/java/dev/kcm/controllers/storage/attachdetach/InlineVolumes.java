package dev.kcm.controllers.storage.attachdetach;

import dev.kcm.controllers.storage.attachdetach.AttachableVolume.CsiVolume;
import dev.kcm.controllers.storage.attachdetach.AttachableVolume.Plugin;
import dev.kcm.model.core.v1.CSIPersistentVolumeSource;
import dev.kcm.model.core.v1.PersistentVolumeSource;
import dev.kcm.model.core.v1.PersistentVolumeSpec;
import dev.kcm.model.lean.LeanAzureDiskVolumeSource;
import dev.kcm.model.lean.LeanFCVolumeSource;
import dev.kcm.model.lean.LeanVolume;
import dev.kcm.model.lean.LeanVolumeSource;
import java.util.List;
import java.util.Optional;

/// Volumes that a pod describes itself. Those of plugins that were moved out to CSI drivers become a PersistentVolume
/// of that driver, which exists nowhere but in the VolumeAttachment.
final class InlineVolumes {
    private static final String ONCE = "ReadWriteOnce";
    private static final String READ_ONLY = "ReadOnlyMany";
    private static final String MANY = "ReadWriteMany";
    private static final String PARTITION = "partition";

    private InlineVolumes() {}

    static Optional<AttachableVolume> of(LeanVolume volume, String namespace) {
        var source = volume.volumeSource();
        return source.fc()
                .flatMap(it -> fibreChannel(volume.name(), it))
                .or(() -> source.iscsi()
                        .map(it -> AttachableVolume.of(
                                Plugin.ISCSI,
                                volume.name(),
                                "%s:%s:%d".formatted(it.targetPortal(), it.iqn(), it.lun()),
                                true)))
                .or(() -> migrated(volume, source, namespace));
    }

    private static Optional<AttachableVolume> fibreChannel(String name, LeanFCVolumeSource source) {
        return fibreChannel(name, source.targetWWNs(), source.lun(), source.wwids(), true);
    }

    static Optional<AttachableVolume> fibreChannel(
            String name, List<String> targets, Optional<Integer> lun, List<String> identifiers, boolean isShared) {
        var identity = !targets.isEmpty() && lun.isPresent()
                ? "[%s]:%d".formatted(String.join(" ", targets), lun.get())
                : identifiers.isEmpty() ? "" : "[%s]".formatted(String.join(" ", identifiers));
        return identity.isEmpty()
                ? Optional.empty()
                : Optional.of(AttachableVolume.of(Plugin.FIBRE_CHANNEL, name, identity, isShared));
    }

    private static Optional<AttachableVolume> migrated(LeanVolume volume, LeanVolumeSource source, String namespace) {
        return source.awsElasticBlockStore()
                .flatMap(it -> MigratedVolumes.ebsHandle(it.volumeID())
                        .map(handle -> of(
                                MigratedVolumes.EBS + "-" + handle,
                                ONCE,
                                csi(MigratedVolumes.EBS, handle)
                                        .readOnly(it.readOnly())
                                        .fsType(it.fsType())
                                        .putVolumeAttributes(PARTITION, Integer.toString(it.partition())))))
                .or(() -> source.gcePersistentDisk()
                        .map(it -> of(
                                MigratedVolumes.GCE + "-" + it.pdName(),
                                it.readOnly() ? READ_ONLY : ONCE,
                                csi(MigratedVolumes.GCE, MigratedVolumes.gceHandle("UNSPECIFIED", it.pdName()))
                                        .readOnly(it.readOnly())
                                        .fsType(it.fsType())
                                        .putVolumeAttributes(
                                                PARTITION,
                                                it.partition() == 0 ? "" : Integer.toString(it.partition())))))
                .or(() -> source.azureDisk()
                        .filter(it -> MigratedVolumes.isManaged(it.kind()))
                        .map(InlineVolumes::azureDisk))
                .or(() -> source.cinder()
                        .map(it -> of(
                                MigratedVolumes.CINDER + "-" + it.volumeID(),
                                ONCE,
                                csi(MigratedVolumes.CINDER, it.volumeID())
                                        .readOnly(it.readOnly())
                                        .fsType(it.fsType()))))
                .or(() -> fileOrVendor(volume, source, namespace));
    }

    private static Optional<AttachableVolume> fileOrVendor(
            LeanVolume volume, LeanVolumeSource source, String namespace) {
        return source.azureFile()
                .map(it -> {
                    var handle = MigratedVolumes.azureFileHandle(
                            "", it.secretName(), it.shareName(), volume.name(), namespace);
                    return of(
                            handle,
                            MANY,
                            csi(MigratedVolumes.AZURE_FILE, handle)
                                    .readOnly(it.readOnly())
                                    .putVolumeAttributes("sharename", it.shareName())
                                    .nodeStageSecretRef(secret ->
                                            secret.name(it.secretName()).namespace(namespace)));
                })
                .or(() -> source.vsphereVolume().map(it -> {
                    var csi = csi(MigratedVolumes.VSPHERE, it.volumePath()).fsType(it.fsType());
                    if (!it.storagePolicyName().isEmpty()) {
                        csi.putVolumeAttributes("storagepolicyname", it.storagePolicyName());
                    }
                    return of(MigratedVolumes.VSPHERE + "-" + it.volumePath(), ONCE, csi);
                }))
                .or(() -> source.portworxVolume()
                        .map(it -> of(
                                MigratedVolumes.PORTWORX + "-" + it.volumeID(),
                                it.readOnly() ? READ_ONLY : ONCE,
                                csi(MigratedVolumes.PORTWORX, it.volumeID()).fsType(it.fsType()))));
    }

    private static AttachableVolume azureDisk(LeanAzureDiskVolumeSource disk) {
        var csi = csi(MigratedVolumes.AZURE_DISK, disk.diskURI())
                .putVolumeAttributes("kind", "Managed")
                .readOnly(disk.readOnly().orElse(false));
        disk.cachingMode()
                .filter(mode -> !mode.isEmpty())
                .ifPresent(mode -> csi.putVolumeAttributes("cachingmode", mode));
        disk.fsType().ifPresent(type -> csi.fsType(type).putVolumeAttributes("fstype", type));
        return of(disk.diskURI(), ONCE, csi);
    }

    private static CSIPersistentVolumeSource.Builder csi(String driver, String handle) {
        return CSIPersistentVolumeSource.builder().driver(driver).volumeHandle(handle);
    }

    private static AttachableVolume of(String name, String accessMode, CSIPersistentVolumeSource.Builder source) {
        var csi = source.build();
        var spec = PersistentVolumeSpec.builder()
                .accessModes(List.of(accessMode))
                .volumeMode("Filesystem")
                .persistentVolumeSource(
                        PersistentVolumeSource.builder().csi(csi).build())
                .build();
        return AttachableVolume.csi(
                name, List.of(accessMode), new CsiVolume(csi.driver(), csi.volumeHandle(), Optional.of(spec), true));
    }
}
