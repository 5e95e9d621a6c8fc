package dev.kcm.controllers.storage.attachdetach;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Which volumes are attached to which nodes, as far as is known. Belongs to the loop's thread.
final class ActualState {
    /// A volume on a node: attached for certain, or perhaps, since something failed on the way.
    static final class Attachment {
        private Optional<AttachableVolume> volume = Optional.empty();
        private boolean isConfirmed;
        private Optional<Instant> detachRequested = Optional.empty();
        private String devicePath = "";

        /// Empty of one that was found at the start and that no pod has told about.
        Optional<AttachableVolume> volume() {
            return volume;
        }

        boolean isConfirmed() {
            return isConfirmed;
        }

        String devicePath() {
            return devicePath;
        }

        /// Nobody has forbidden anything for one of which nothing is known.
        boolean allowsManyNodes() {
            return volume.map(AttachableVolume::allowsManyNodes).orElse(true);
        }

        /// Says whether it was the first request.
        boolean requestDetach(Instant now) {
            boolean isFirst = detachRequested.isEmpty();
            if (isFirst) {
                detachRequested = Optional.of(now);
            }
            return isFirst;
        }

        void wantAgain() {
            detachRequested = Optional.empty();
        }

        Duration sinceDetachRequest(Instant now) {
            return detachRequested.map(at -> Duration.between(at, now)).orElse(Duration.ZERO);
        }
    }

    private final Map<String, Map<String, Attachment>> byVolume = new HashMap<>();
    private final Map<String, Integer> countsByPlugin = new HashMap<>();

    /// Found in the status of a node at the start.
    void found(String volume, String node, String devicePath) {
        var attachment = attachment(volume, node);
        attachment.isConfirmed = true;
        attachment.devicePath = devicePath;
    }

    void attached(AttachableVolume volume, String node) {
        var attachment = attachment(volume.name(), node);
        attachment.isConfirmed = true;
        describe(volume);
    }

    void uncertain(String volume, Optional<AttachableVolume> described, String node) {
        attachment(volume, node).isConfirmed = false;
        described.ifPresent(this::describe);
    }

    void forget(String volume, String node) {
        var nodes = byVolume.get(volume);
        if (nodes != null) {
            Optional.ofNullable(nodes.remove(node))
                    .flatMap(Attachment::volume)
                    .ifPresent(it -> countsByPlugin.merge(it.pluginName(), -1, Integer::sum));
            if (nodes.isEmpty()) {
                byVolume.remove(volume);
            }
        }
    }

    /// What a pod tells about a volume holds for it on all nodes.
    void describe(AttachableVolume volume) {
        for (var attachment : byVolume.getOrDefault(volume.name(), Map.of()).values()) {
            if (attachment.volume.isEmpty()) {
                countsByPlugin.merge(volume.pluginName(), 1, Integer::sum);
            }
            attachment.volume = Optional.of(volume);
        }
    }

    /// The same where nothing was known.
    void describeIfUnknown(AttachableVolume volume) {
        boolean isUnknown =
                byVolume.getOrDefault(volume.name(), Map.of()).values().stream().anyMatch(it -> it.volume.isEmpty());
        if (isUnknown) {
            describe(volume);
        }
    }

    Optional<Attachment> find(String volume, String node) {
        return Optional.ofNullable(byVolume.getOrDefault(volume, Map.of()).get(node));
    }

    boolean isAttached(String volume, String node) {
        return find(volume, node).filter(Attachment::isConfirmed).isPresent();
    }

    /// By node, in the order of their names.
    Map<String, Attachment> nodesOf(String volume) {
        return new TreeMap<>(byVolume.getOrDefault(volume, Map.of()));
    }

    /// The nodes that have it for certain.
    List<String> attachedTo(String volume) {
        return nodesOf(volume).entrySet().stream()
                .filter(entry -> entry.getValue().isConfirmed)
                .map(Map.Entry::getKey)
                .toList();
    }

    List<String> volumes() {
        return byVolume.keySet().stream().sorted().toList();
    }

    /// How many volumes of which something is known are attached, each as often as it has nodes.
    Map<String, Integer> countsByPlugin() {
        return countsByPlugin;
    }

    private Attachment attachment(String volume, String node) {
        return byVolume.computeIfAbsent(volume, _ -> new HashMap<>()).computeIfAbsent(node, _ -> new Attachment());
    }
}
