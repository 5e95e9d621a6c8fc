package dev.kcm.controllers.storage.attachdetach;

import dev.kcm.model.storage.v1.VolumeAttachment;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What the loop knows: what is wanted, what is attached, what is under way, of which nodes and VolumeAttachments.
/// Belongs to the loop's thread.
final class StoragePicture {
    private final DesiredState desired = new DesiredState();
    private final ActualState actual = new ActualState();
    private final Operations operations = new Operations();
    private final Map<String, NodePicture> nodes = new HashMap<>();
    private final Map<String, VolumeAttachment> attachments = new HashMap<>();

    /// The volumes that each node has, perhaps or for certain.
    private final Map<String, Set<String>> volumesOn = new HashMap<>();

    DesiredState desired() {
        return desired;
    }

    ActualState actual() {
        return actual;
    }

    Operations operations() {
        return operations;
    }

    NodePicture node(String name) {
        return nodes.computeIfAbsent(name, _ -> new NodePicture());
    }

    Map<String, NodePicture> nodes() {
        return nodes;
    }

    Optional<VolumeAttachment> attachment(String name) {
        return Optional.ofNullable(attachments.get(name));
    }

    Map<String, VolumeAttachment> attachments() {
        return attachments;
    }

    Set<String> volumesOn(String node) {
        return Set.copyOf(volumesOn.getOrDefault(node, Set.of()));
    }

    String devicePath(String volume, String node) {
        return actual.find(volume, node).map(ActualState.Attachment::devicePath).orElse("");
    }

    /// Found in the status of a node, which says itself whether it uses it.
    void found(String volume, String node, String devicePath) {
        actual.found(volume, node, devicePath);
        remember(volume, node);
        node(node).report(volume);
    }

    void attached(AttachableVolume volume, String node) {
        if (actual.find(volume.name(), node).isEmpty() && !node(node).isReported(volume.name())) {
            node(node).assumeInUse(volume.name()); // a kubelet may mount it before it says so
        }
        actual.attached(volume, node);
        remember(volume.name(), node);
    }

    /// Perhaps attached. No kubelet mounts what the status of its node does not name, so what that says about its use
    /// is believed.
    void uncertain(String volume, Optional<AttachableVolume> described, String node) {
        actual.uncertain(volume, described, node);
        remember(volume, node);
    }

    void forget(String volume, String node) {
        actual.forget(volume, node);
        operations.forget(volume, node);
        node(node).withdraw(volume);
        volumesOn.computeIfPresent(node, (_, volumes) -> {
            volumes.remove(volume);
            return volumes.isEmpty() ? null : volumes;
        });
        dropIfUnneeded(node);
    }

    /// Nothing is kept of a node that is gone, once nothing is attached to it or wanted there.
    void dropIfUnneeded(String node) {
        nodes.computeIfPresent(
                node,
                (name, seen) -> seen.node().isPresent()
                                || seen.isWriting()
                                || volumesOn.containsKey(name)
                                || desired.isAnythingWantedOn(name)
                        ? seen
                        : null);
    }

    private void remember(String volume, String node) {
        volumesOn.computeIfAbsent(node, _ -> new HashSet<>()).add(volume);
    }
}
