package dev.kcm.model.defaults;

import dev.kcm.model.core.v1.AzureDiskVolumeSource;
import dev.kcm.model.core.v1.DownwardAPIVolumeFile;
import dev.kcm.model.core.v1.EmptyDirVolumeSource;
import dev.kcm.model.core.v1.EphemeralVolumeSource;
import dev.kcm.model.core.v1.ISCSIVolumeSource;
import dev.kcm.model.core.v1.ImageVolumeSource;
import dev.kcm.model.core.v1.RBDVolumeSource;
import dev.kcm.model.core.v1.ScaleIOVolumeSource;
import dev.kcm.model.core.v1.Volume;
import dev.kcm.model.core.v1.VolumeProjection;
import dev.kcm.model.core.v1.VolumeSource;

/// What the server fills in of volumes.
final class VolumeDefaults {
    private static final int FILE_MODE = 0644;
    private static final long TOKEN_SECONDS = 3600;

    private VolumeDefaults() {}

    static Volume volume(Volume volume) {
        if (volume.volumeSource().equals(VolumeSource.EMPTY)) {
            return volume.toBuilder().emptyDir(EmptyDirVolumeSource.EMPTY).build();
        }
        var changed = volume.toBuilder();
        volume.secret()
                .filter(source -> source.defaultMode().isEmpty())
                .ifPresent(source -> changed.secret(source.withDefaultMode(FILE_MODE)));
        volume.configMap()
                .filter(source -> source.defaultMode().isEmpty())
                .ifPresent(source -> changed.configMap(source.withDefaultMode(FILE_MODE)));
        volume.downwardAPI()
                .ifPresent(source -> changed.downwardAPI(source.toBuilder()
                        .defaultMode(source.defaultMode().orElse(FILE_MODE))
                        .items(Defaults.all(source.items(), VolumeDefaults::file))
                        .build()));
        volume.projected()
                .ifPresent(source -> changed.projected(source.toBuilder()
                        .defaultMode(source.defaultMode().orElse(FILE_MODE))
                        .sources(Defaults.all(source.sources(), VolumeDefaults::projection))
                        .build()));
        volume.hostPath()
                .filter(source -> source.type().isEmpty())
                .ifPresent(source -> changed.hostPath(source.withType("")));
        volume.image().map(VolumeDefaults::image).ifPresent(changed::image);
        volume.ephemeral().map(VolumeDefaults::ephemeral).ifPresent(changed::ephemeral);
        volume.iscsi().map(VolumeDefaults::iscsi).ifPresent(changed::iscsi);
        volume.rbd().map(VolumeDefaults::rbd).ifPresent(changed::rbd);
        volume.azureDisk().map(VolumeDefaults::azureDisk).ifPresent(changed::azureDisk);
        volume.scaleIO().map(VolumeDefaults::scaleIO).ifPresent(changed::scaleIO);
        return changed.build();
    }

    private static ImageVolumeSource image(ImageVolumeSource source) {
        return source.withPullPolicy(Defaults.or(source.pullPolicy(), PodDefaults.pullPolicy(source.reference())));
    }

    private static EphemeralVolumeSource ephemeral(EphemeralVolumeSource source) {
        return source.volumeClaimTemplate()
                .filter(template -> template.spec().volumeMode().isEmpty())
                .map(template ->
                        source.withVolumeClaimTemplate(template.withSpec(spec -> spec.volumeMode("Filesystem"))))
                .orElse(source);
    }

    private static ISCSIVolumeSource iscsi(ISCSIVolumeSource source) {
        return source.withIscsiInterface(Defaults.or(source.iscsiInterface(), "default"));
    }

    private static RBDVolumeSource rbd(RBDVolumeSource source) {
        return source.toBuilder()
                .pool(Defaults.or(source.pool(), "rbd"))
                .user(Defaults.or(source.user(), "admin"))
                .keyring(Defaults.or(source.keyring(), "/etc/ceph/keyring"))
                .build();
    }

    private static AzureDiskVolumeSource azureDisk(AzureDiskVolumeSource source) {
        return source.toBuilder()
                .cachingMode(source.cachingMode().orElse("ReadWrite"))
                .fsType(source.fsType().orElse("ext4"))
                .readOnly(source.readOnly().orElse(false))
                .kind(source.kind().orElse("Shared"))
                .build();
    }

    private static ScaleIOVolumeSource scaleIO(ScaleIOVolumeSource source) {
        return source.toBuilder()
                .storageMode(Defaults.or(source.storageMode(), "ThinProvisioned"))
                .fsType(Defaults.or(source.fsType(), "xfs"))
                .build();
    }

    private static VolumeProjection projection(VolumeProjection projection) {
        var changed = projection.toBuilder();
        projection
                .serviceAccountToken()
                .filter(token -> token.expirationSeconds().isEmpty())
                .ifPresent(token -> changed.serviceAccountToken(token.withExpirationSeconds(TOKEN_SECONDS)));
        projection
                .downwardAPI()
                .ifPresent(source ->
                        changed.downwardAPI(source.withItems(Defaults.all(source.items(), VolumeDefaults::file))));
        return changed.build();
    }

    private static DownwardAPIVolumeFile file(DownwardAPIVolumeFile file) {
        return file.fieldRef()
                .filter(field -> field.apiVersion().isEmpty())
                .map(field -> file.withFieldRef(field.withApiVersion("v1")))
                .orElse(file);
    }
}
