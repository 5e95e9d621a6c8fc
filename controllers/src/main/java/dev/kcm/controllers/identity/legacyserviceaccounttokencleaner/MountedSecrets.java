package dev.kcm.controllers.identity.legacyserviceaccounttokencleaner;

import dev.kcm.model.core.v1.AzureFileVolumeSource;
import dev.kcm.model.core.v1.LocalObjectReference;
import dev.kcm.model.lean.LeanCSIVolumeSource;
import dev.kcm.model.lean.LeanCephFSVolumeSource;
import dev.kcm.model.lean.LeanCinderVolumeSource;
import dev.kcm.model.lean.LeanContainer;
import dev.kcm.model.lean.LeanEnvFromSource;
import dev.kcm.model.lean.LeanEnvVar;
import dev.kcm.model.lean.LeanFlexVolumeSource;
import dev.kcm.model.lean.LeanISCSIVolumeSource;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.lean.LeanRBDVolumeSource;
import dev.kcm.model.lean.LeanScaleIOVolumeSource;
import dev.kcm.model.lean.LeanSecretProjection;
import dev.kcm.model.lean.LeanSecretVolumeSource;
import dev.kcm.model.lean.LeanStorageOSVolumeSource;
import dev.kcm.model.lean.LeanVolumeSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The secrets a pod uses, by name: to pull images, in the environment of its containers, in its
/// volumes. Pure.
final class MountedSecrets {
    private MountedSecrets() {}

    static Stream<String> of(LeanPod pod) {
        var spec = pod.spec();
        return Stream.of(
                        spec.imagePullSecrets().stream().map(LocalObjectReference::name),
                        Stream.concat(spec.initContainers().stream(), spec.containers().stream())
                                .flatMap(MountedSecrets::of),
                        spec.ephemeralContainers().stream().flatMap(it -> inEnvironment(it.envFrom(), it.env())),
                        spec.volumes().stream().flatMap(volume -> of(volume.volumeSource())))
                .flatMap(names -> names)
                .filter(name -> !name.isEmpty());
    }

    private static Stream<String> of(LeanContainer container) {
        return inEnvironment(container.envFrom(), container.env());
    }

    private static Stream<String> inEnvironment(List<LeanEnvFromSource> sources, List<LeanEnvVar> variables) {
        return Stream.concat(
                sources.stream().flatMap(source -> source.secretRef().stream()).map(secret -> secret.name()),
                variables.stream()
                        .flatMap(variable -> variable.valueFrom().stream())
                        .flatMap(source -> source.secretKeyRef().stream())
                        .map(secret -> secret.name()));
    }

    private static Stream<String> of(LeanVolumeSource volume) {
        return Stream.concat(
                Stream.of(
                                volume.azureFile().map(AzureFileVolumeSource::secretName),
                                volume.secret().map(LeanSecretVolumeSource::secretName))
                        .flatMap(Optional::stream),
                Stream.concat(referred(volume), projected(volume)));
    }

    private static Stream<String> referred(LeanVolumeSource volume) {
        return Stream.of(
                        volume.cephfs().flatMap(LeanCephFSVolumeSource::secretRef),
                        volume.cinder().flatMap(LeanCinderVolumeSource::secretRef),
                        volume.csi().flatMap(LeanCSIVolumeSource::nodePublishSecretRef),
                        volume.flexVolume().flatMap(LeanFlexVolumeSource::secretRef),
                        volume.iscsi().flatMap(LeanISCSIVolumeSource::secretRef),
                        volume.rbd().flatMap(LeanRBDVolumeSource::secretRef),
                        volume.scaleIO().flatMap(LeanScaleIOVolumeSource::secretRef),
                        volume.storageos().flatMap(LeanStorageOSVolumeSource::secretRef))
                .flatMap(Optional::stream)
                .map(LocalObjectReference::name);
    }

    private static Stream<String> projected(LeanVolumeSource volume) {
        return volume.projected().stream()
                .flatMap(projected -> projected.sources().stream())
                .flatMap(source -> source.secret().stream())
                .map(LeanSecretProjection::name);
    }
}
