package dev.kcm.conformance.storage;

import static dev.kcm.testing.scenario.Actions.act;
import static dev.kcm.testing.scenario.Builders.object;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kcm.client.Patch;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.core.v1.PersistentVolumeSource;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.VolumeSource;
import dev.kcm.model.storage.v1.VolumeAttachment;
import dev.kcm.model.value.Quantity;
import dev.kcm.testing.scenario.Action;
import dev.kcm.testing.scenario.AnyObjectBuilder;
import dev.kcm.testing.scenario.Builders;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/// Nodes, claims and volumes of a driver that nobody runs, and those whose part a scenario plays: the binder, the
/// attacher, the kubelet.
final class AttachedVolumes {
    static final String DRIVER = "conformance.kcm.dev";
    static final String MANAGED = "volumes.kubernetes.io/controller-managed-attach-detach";
    private static final String FINALIZER = "external-attacher/conformance-kcm-dev";

    private AttachedVolumes() {}

    /// One whose volumes a controller attaches.
    static AnyObjectBuilder<Node> node(String name) {
        return Builders.node(name).annotation(MANAGED, "true");
    }

    static AnyObjectBuilder<PersistentVolume> volume(String name, String accessMode) {
        return object(PersistentVolume.builder()
                .metadata(it -> it.name(name))
                .spec(spec -> spec.capacity(Map.of("storage", Quantity.parse("1Gi")))
                        .accessModes(List.of(accessMode))
                        .persistentVolumeReclaimPolicy("Retain")
                        .storageClassName("")
                        .persistentVolumeSource(PersistentVolumeSource.builder()
                                .csi(csi -> csi.driver(DRIVER).volumeHandle(name))
                                .build()))
                .build());
    }

    static AnyObjectBuilder<PersistentVolumeClaim> claim(String name, String accessMode) {
        return object(PersistentVolumeClaim.builder()
                .metadata(it -> it.name(name))
                .spec(spec -> spec.accessModes(List.of(accessMode))
                        .storageClassName("")
                        .resources(it -> it.requests(Map.of("storage", Quantity.parse("1Gi")))))
                .build());
    }

    static AnyObjectBuilder<Pod> pod(String name, String node, String claim) {
        return object(Pod.builder()
                .metadata(it -> it.name(name))
                .spec(spec -> spec.nodeName(node)
                        .terminationGracePeriodSeconds(1L)
                        .addContainers(it -> it.name("main").image("nginx"))
                        .addVolumes(volume -> volume.name("data")
                                .volumeSource(VolumeSource.builder()
                                        .persistentVolumeClaim(it -> it.claimName(claim))
                                        .build())))
                .build());
    }

    /// As the binder would.
    static Action bind(String namespace, String claim, String volume) {
        var key = ObjectKey.of(namespace, claim);
        return act("%s is bound to %s".formatted(claim, volume), client -> {
            var claims = client.on(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS);
            var found = claims.get(key);
            var volumes = client.on(PersistentVolume.PERSISTENT_VOLUMES);
            volumes.patch(
                    ObjectKey.of(volume),
                    Patch.merge(("{\"spec\":{\"claimRef\":{\"apiVersion\":\"v1\",\"kind\":\"PersistentVolumeClaim\","
                                    + "\"namespace\":\"%s\",\"name\":\"%s\",\"uid\":\"%s\"}}}")
                            .formatted(namespace, claim, found.uid())
                            .getBytes(UTF_8)));
            claims.patch(
                    key,
                    Patch.merge("{\"spec\":{\"volumeName\":\"%s\"}}"
                            .formatted(volume)
                            .getBytes(UTF_8)));
            claims.patch(
                    key,
                    Patch.merge("{\"status\":{\"phase\":\"Bound\"}}".getBytes(UTF_8))
                            .onSubresource("status"));
        });
    }

    /// As the attacher would, once it has held the attachment.
    static Action attach(String volume, String node) {
        return act("%s is attached to %s".formatted(volume, node), client -> {
            var api = client.on(VolumeAttachment.VOLUME_ATTACHMENTS);
            var held =
                    api.update(api.get(attachment(volume, node)).withMetadata(it -> it.finalizers(List.of(FINALIZER))));
            api.updateStatus(held.withStatus(status -> status.attached(true).withoutAttachError()));
        });
    }

    static Action failToAttach(String volume, String node, String message) {
        return act("%s cannot be attached to %s".formatted(volume, node), client -> {
            var api = client.on(VolumeAttachment.VOLUME_ATTACHMENTS);
            api.updateStatus(api.get(attachment(volume, node))
                    .withStatus(status -> status.attachError(error -> error.message(message))));
        });
    }

    static Action detach(String volume, String node) {
        return act("%s is detached from %s".formatted(volume, node), client -> {
            var api = client.on(VolumeAttachment.VOLUME_ATTACHMENTS);
            api.update(api.get(attachment(volume, node)).withMetadata(it -> it.finalizers(List.of())));
        });
    }

    /// As the kubelet would.
    static Action use(String node, String... volumes) {
        var names = String.join(
                ",", List.of(volumes).stream().map(it -> '"' + name(it) + '"').toList());
        return act(
                "%s uses %s".formatted(node, List.of(volumes)),
                client -> client.on(Node.NODES)
                        .patch(
                                ObjectKey.of(node),
                                Patch.merge("{\"status\":{\"volumesInUse\":[%s]}}"
                                                .formatted(names)
                                                .getBytes(UTF_8))
                                        .onSubresource("status")));
    }

    static String name(String volume) {
        return "kubernetes.io/csi/" + DRIVER + "^" + volume;
    }

    static AnyObjectBuilder<VolumeAttachment> attachmentOf(String volume, String node) {
        return object(VolumeAttachment.builder()
                .metadata(it -> it.name(attachment(volume, node).name()))
                .build());
    }

    private static ObjectKey attachment(String volume, String node) {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest((volume + DRIVER + node).getBytes(UTF_8));
            return ObjectKey.of("csi-" + HexFormat.of().formatHex(digest));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
