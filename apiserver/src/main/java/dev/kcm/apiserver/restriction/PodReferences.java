package dev.kcm.apiserver.restriction;

import dev.kcm.model.core.v1.Container;
import dev.kcm.model.core.v1.LocalObjectReference;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.Volume;
import dev.kcm.model.core.v1.VolumeProjection;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// What other objects of the API a pod refers to.
final class PodReferences {
    private PodReferences() {}

    /// The first sort of objects the pod refers to, as upstream names it; empty if it stands by itself.
    static Optional<String> first(Pod pod) {
        if (!pod.spec().serviceAccountName().isEmpty()) {
            return Optional.of("serviceaccounts");
        }
        if (hasName(secrets(pod))) {
            return Optional.of("secrets");
        }
        if (hasName(configMaps(pod))) {
            return Optional.of("configmaps");
        }
        if (!pod.spec().resourceClaims().isEmpty()) {
            return Optional.of("resourceclaims");
        }
        return pod.spec().volumes().stream()
                .flatMap(volume -> referenced(volume).stream())
                .findFirst();
    }

    private static boolean hasName(Stream<String> names) {
        return names.anyMatch(name -> !name.isEmpty());
    }

    private static Stream<String> secrets(Pod pod) {
        var ofContainers = containers(pod)
                .flatMap(container -> Stream.concat(
                        container.envFrom().stream()
                                .flatMap(source -> source.secretRef().stream())
                                .map(secret -> secret.name()),
                        container.env().stream()
                                .flatMap(variable -> variable.valueFrom().stream())
                                .flatMap(source -> source.secretKeyRef().stream())
                                .map(secret -> secret.name())));
        return Stream.of(
                        pod.spec().imagePullSecrets().stream().map(LocalObjectReference::name),
                        ofContainers,
                        pod.spec().volumes().stream().flatMap(PodReferences::secrets))
                .flatMap(Function.identity());
    }

    private static Stream<String> secrets(Volume volume) {
        return Stream.of(
                        volume.azureFile().map(source -> source.secretName()),
                        volume.cephfs().flatMap(source -> source.secretRef()).map(LocalObjectReference::name),
                        volume.cinder().flatMap(source -> source.secretRef()).map(LocalObjectReference::name),
                        volume.flexVolume()
                                .flatMap(source -> source.secretRef())
                                .map(LocalObjectReference::name),
                        volume.rbd().flatMap(source -> source.secretRef()).map(LocalObjectReference::name),
                        volume.scaleIO().flatMap(source -> source.secretRef()).map(LocalObjectReference::name),
                        volume.iscsi().flatMap(source -> source.secretRef()).map(LocalObjectReference::name),
                        volume.storageos().flatMap(source -> source.secretRef()).map(LocalObjectReference::name),
                        volume.csi()
                                .flatMap(source -> source.nodePublishSecretRef())
                                .map(LocalObjectReference::name),
                        volume.secret().map(source -> source.secretName()),
                        projections(volume)
                                .flatMap(source -> source.secret().stream())
                                .map(source -> source.name())
                                .filter(name -> !name.isEmpty())
                                .findFirst())
                .flatMap(Optional::stream);
    }

    private static Stream<String> configMaps(Pod pod) {
        var ofContainers = containers(pod)
                .flatMap(container -> Stream.concat(
                        container.envFrom().stream()
                                .flatMap(source -> source.configMapRef().stream())
                                .map(map -> map.name()),
                        container.env().stream()
                                .flatMap(variable -> variable.valueFrom().stream())
                                .flatMap(source -> source.configMapKeyRef().stream())
                                .map(map -> map.name())));
        var ofVolumes = pod.spec().volumes().stream()
                .flatMap(volume -> Stream.concat(
                        volume.configMap().map(source -> source.name()).stream(),
                        projections(volume)
                                .flatMap(source -> source.configMap().stream())
                                .map(source -> source.name())));
        return Stream.concat(ofContainers, ofVolumes);
    }

    private static Stream<Container> containers(Pod pod) {
        return Stream.concat(pod.spec().initContainers().stream(), pod.spec().containers().stream());
    }

    private static Stream<VolumeProjection> projections(Volume volume) {
        return volume.projected().stream().flatMap(source -> source.sources().stream());
    }

    /// What a volume refers to where no name was given, or by its mere type.
    private static Optional<String> referenced(Volume volume) {
        if (volume.configMap().isPresent()) {
            return Optional.of("configmaps (via configmap volumes)");
        }
        if (volume.secret().isPresent()) {
            return Optional.of("secrets (via secret volumes)");
        }
        if (volume.csi().isPresent()) {
            return Optional.of("csidrivers (via CSI volumes)");
        }
        if (volume.glusterfs().isPresent()) {
            return Optional.of("endpoints (via glusterFS volumes)");
        }
        if (volume.persistentVolumeClaim().isPresent()) {
            return Optional.of("persistentvolumeclaims");
        }
        if (volume.ephemeral().isPresent()) {
            return Optional.of("persistentvolumeclaims (via ephemeral volumes)");
        }
        if (volume.azureFile().isPresent()) {
            return Optional.of("secrets (via azureFile volumes)");
        }
        return projections(volume)
                .flatMap(source -> referenced(source).stream())
                .findFirst();
    }

    private static Optional<String> referenced(VolumeProjection source) {
        if (source.configMap().isPresent()) {
            return Optional.of("configmaps (via projected volumes)");
        }
        if (source.secret().isPresent()) {
            return Optional.of("secrets (via projected volumes)");
        }
        if (source.serviceAccountToken().isPresent()) {
            return Optional.of("serviceaccounts (via projected volumes)");
        }
        if (source.clusterTrustBundle().isPresent()) {
            return Optional.of("clustertrustbundles");
        }
        return source.podCertificate().map(_ -> "podcertificates");
    }
}
