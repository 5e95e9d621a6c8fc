package dev.kcm.controllers.storage.attachdetach;

import dev.kcm.model.lean.LeanPod;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Which volumes pods need on which nodes. Belongs to the loop's thread.
final class DesiredState {
    /// One volume that is needed on one node. What it is like is what it was like when the first pod came.
    static final class Wanted {
        private final AttachableVolume volume;
        private final Map<String, LeanPod> pods = new LinkedHashMap<>();
        private boolean isMultiAttachReported;

        private Wanted(AttachableVolume volume) {
            this.volume = volume;
        }

        AttachableVolume volume() {
            return volume;
        }

        List<LeanPod> pods() {
            return List.copyOf(pods.values());
        }

        /// Says so once, for as long as it is wanted here.
        boolean reportMultiAttach() {
            boolean isFirst = !isMultiAttachReported;
            isMultiAttachReported = true;
            return isFirst;
        }
    }

    private final Map<String, Map<String, Wanted>> byVolume = new HashMap<>();
    private final Map<String, Integer> volumesOnNode = new HashMap<>();
    private final Map<String, Integer> countsByPlugin = new HashMap<>();

    void add(AttachableVolume volume, String node, LeanPod pod) {
        var nodes = byVolume.computeIfAbsent(volume.name(), _ -> new TreeMap<>());
        if (!nodes.containsKey(node)) {
            nodes.put(node, new Wanted(volume));
            volumesOnNode.merge(node, 1, Integer::sum);
            countsByPlugin.merge(volume.pluginName(), 1, Integer::sum);
        }
        wanted(nodes, node).pods.put(pod.uid(), pod);
    }

    void remove(String volume, String node, String podUid) {
        var nodes = byVolume.get(volume);
        var wanted = nodes == null ? null : nodes.get(node);
        if (nodes == null || wanted == null) {
            return;
        }
        wanted.pods.remove(podUid);
        if (wanted.pods.isEmpty()) {
            nodes.remove(node);
            volumesOnNode.computeIfPresent(node, (_, count) -> count == 1 ? null : count - 1);
            countsByPlugin.merge(wanted.volume.pluginName(), -1, Integer::sum);
        }
        if (nodes.isEmpty()) {
            byVolume.remove(volume);
        }
    }

    boolean contains(String volume, String node) {
        return byVolume.getOrDefault(volume, Map.of()).containsKey(node);
    }

    /// By node, in the order of their names.
    Map<String, Wanted> nodesOf(String volume) {
        return new TreeMap<>(byVolume.getOrDefault(volume, Map.of()));
    }

    Optional<Wanted> find(String volume, String node) {
        return Optional.ofNullable(byVolume.getOrDefault(volume, Map.of()).get(node));
    }

    boolean isAnythingWantedOn(String node) {
        return volumesOnNode.containsKey(node);
    }

    List<String> volumes() {
        return byVolume.keySet().stream().sorted().toList();
    }

    /// How many volumes are wanted, each as often as there are nodes for it.
    Map<String, Integer> countsByPlugin() {
        return countsByPlugin;
    }

    private static Wanted wanted(Map<String, Wanted> nodes, String node) {
        return Optional.ofNullable(nodes.get(node)).orElseThrow();
    }
}
