package dev.kcm.apiserver.kind;

import dev.kcm.model.core.v1.DownwardAPIVolumeFile;
import dev.kcm.model.core.v1.EmptyDirVolumeSource;
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
                .ifPresent(
                        source ->
                                changed.downwardAPI(
                                        source.toBuilder()
                                                .defaultMode(source.defaultMode().orElse(FILE_MODE))
                                                .items(
                                                        PodDefaults.all(
                                                                source.items(),
                                                                VolumeDefaults::file))
                                                .build()));
        volume.projected()
                .ifPresent(
                        source ->
                                changed.projected(
                                        source.toBuilder()
                                                .defaultMode(source.defaultMode().orElse(FILE_MODE))
                                                .sources(
                                                        PodDefaults.all(
                                                                source.sources(),
                                                                VolumeDefaults::projection))
                                                .build()));
        volume.hostPath()
                .filter(source -> source.type().isEmpty())
                .ifPresent(source -> changed.hostPath(source.withType("")));
        return changed.build();
    }

    private static VolumeProjection projection(VolumeProjection projection) {
        var changed = projection.toBuilder();
        projection
                .serviceAccountToken()
                .filter(token -> token.expirationSeconds().isEmpty())
                .ifPresent(
                        token ->
                                changed.serviceAccountToken(
                                        token.withExpirationSeconds(TOKEN_SECONDS)));
        projection
                .downwardAPI()
                .ifPresent(
                        source ->
                                changed.downwardAPI(
                                        source.withItems(
                                                PodDefaults.all(
                                                        source.items(), VolumeDefaults::file))));
        return changed.build();
    }

    private static DownwardAPIVolumeFile file(DownwardAPIVolumeFile file) {
        return file.fieldRef()
                .filter(field -> field.apiVersion().isEmpty())
                .map(field -> file.withFieldRef(field.withApiVersion("v1")))
                .orElse(file);
    }
}
