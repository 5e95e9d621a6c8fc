package dev.kcm.testing.trajectory;

import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.storage.v1.VolumeAttachment;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Nothing is detached from a node that says it uses it, unless somebody has tainted the node as out of service, or it
/// is not ready and has had six minutes since the last pod there changed.
final class MountedVolumesStay implements Invariant {
    private static final String NAME = "mounted-volumes-stay";
    private static final String OUT_OF_SERVICE = "node.kubernetes.io/out-of-service";
    private static final Duration UNMOUNT_TIMEOUT = Duration.ofMinutes(6);

    private record Use(String node, String namespace, String claim) {}

    /// When a pod that uses a claim on a node was last seen to change.
    private final Map<Use, Instant> lastUse = new HashMap<>();

    @Override
    public void check(ObservedChange change, World world, Consumer<Violation> violations) {
        if (change.object() instanceof Pod pod) {
            pod.spec().volumes().stream()
                    .flatMap(volume -> volume.volumeSource().persistentVolumeClaim().stream())
                    .forEach(claim -> lastUse.put(
                            new Use(pod.spec().nodeName(), pod.namespace(), claim.claimName()), change.at()));
        }
        if (!(change.object() instanceof VolumeAttachment attachment)
                || !change.beginsDeletion()
                || world.userWrites().deleted(attachment)) {
            return;
        }
        OneNodePerVolume.volume(attachment, world)
                .filter(volume -> isUsed(attachment, volume, world, change.at()))
                .ifPresent(volume -> violations.accept(Violation.of(
                        NAME,
                        attachment,
                        "was deleted while node %s uses volume %s"
                                .formatted(attachment.spec().nodeName(), volume.name()),
                        change)));
    }

    private boolean isUsed(VolumeAttachment attachment, PersistentVolume volume, World world, Instant now) {
        var node = world.objects().stream()
                .filter(it ->
                        it instanceof Node && it.name().equals(attachment.spec().nodeName()))
                .map(Node.class::cast)
                .findFirst();
        var name = volume.spec()
                .csi()
                .map(csi -> "kubernetes.io/csi/%s^%s".formatted(csi.driver(), csi.volumeHandle()))
                .orElse("");
        return node.filter(it -> it.status().volumesInUse().contains(name)
                        && it.spec().taints().stream()
                                .noneMatch(taint -> taint.key().equals(OUT_OF_SERVICE))
                        && (isReady(it) || !isTimeUp(attachment, volume, now)))
                .isPresent();
    }

    private static boolean isReady(Node node) {
        return node.status().conditions().stream()
                .anyMatch(it -> it.type().equals("Ready") && it.status().equals("True"));
    }

    private boolean isTimeUp(VolumeAttachment attachment, PersistentVolume volume, Instant now) {
        var last = volume.spec()
                .claimRef()
                .flatMap(claim -> Optional.ofNullable(
                        lastUse.get(new Use(attachment.spec().nodeName(), claim.namespace(), claim.name()))));
        return last.map(at -> Duration.between(at, now).compareTo(UNMOUNT_TIMEOUT) >= 0)
                .orElse(true);
    }
}
