package dev.kcm.cluster.scheduling;

import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.Pod;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Where a pod goes, or why it goes nowhere. Pure.
sealed interface Placement {
    record On(String node) implements Placement {}

    record Nowhere(String message) implements Placement {}

    /// The fitting node with the fewest pods; of equals the first by name.
    ///
    /// @param others what else keeps a pod from a node, empty where nothing does
    static Placement of(
            Pod pod, Collection<Node> nodes, Function<String, ResourceRequest> loads, Function<Node, String> others) {
        var request = ResourceRequest.of(pod);
        var mismatches = new TreeMap<String, Integer>();
        Node best = null;
        long fewest = Long.MAX_VALUE;
        for (var node : nodes) {
            var load = loads.apply(node.name());
            var mismatch = mismatch(pod, node, load, request, others);
            if (!mismatch.isEmpty()) {
                mismatches.merge(mismatch, 1, Integer::sum);
            } else if (best == null
                    || load.pods() < fewest
                    || (load.pods() == fewest && node.name().compareTo(best.name()) < 0)) {
                best = node;
                fewest = load.pods();
            }
        }
        return best == null ? new Nowhere(message(nodes.size(), mismatches)) : new On(best.name());
    }

    private static String mismatch(
            Pod pod, Node node, ResourceRequest load, ResourceRequest request, Function<Node, String> others) {
        var mismatch = NodeFit.mismatch(pod, node);
        if (mismatch.isEmpty()) {
            mismatch = load.lacking(request, node.status().allocatable());
        }
        return mismatch.isEmpty() ? others.apply(node) : mismatch;
    }

    private static String message(int nodes, Map<String, Integer> mismatches) {
        if (nodes == 0) {
            return "no nodes available to schedule pods";
        }
        return mismatches.entrySet().stream()
                .map(entry -> entry.getValue() + " " + entry.getKey())
                .collect(Collectors.joining(", ", "0/%d nodes are available: ".formatted(nodes), "."));
    }
}
