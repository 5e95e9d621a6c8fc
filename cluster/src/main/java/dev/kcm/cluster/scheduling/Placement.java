package dev.kcm.cluster.scheduling;

import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.Pod;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Where a pod goes, or why it goes nowhere. Pure.
sealed interface Placement {
    record On(String node) implements Placement {}

    record Nowhere(String message) implements Placement {}

    /// The fitting node with the fewest pods; of equals the first by name.
    static Placement of(
            Pod pod, Collection<Node> nodes, Function<String, Request> loads, Optional<Neighbours> neighbours) {
        var request = Request.of(pod);
        var objections = new TreeMap<String, Integer>();
        Node best = null;
        long fewest = Long.MAX_VALUE;
        for (var node : nodes) {
            var load = loads.apply(node.name());
            var objection = objection(pod, node, load, request, neighbours);
            if (!objection.isEmpty()) {
                objections.merge(objection, 1, Integer::sum);
            } else if (best == null
                    || load.pods() < fewest
                    || (load.pods() == fewest && node.name().compareTo(best.name()) < 0)) {
                best = node;
                fewest = load.pods();
            }
        }
        return best == null ? new Nowhere(message(nodes.size(), objections)) : new On(best.name());
    }

    private static String objection(
            Pod pod, Node node, Request load, Request request, Optional<Neighbours> neighbours) {
        var objection = NodeFit.objection(pod, node);
        if (objection.isEmpty()) {
            objection = load.lacking(request, node.status().allocatable());
        }
        return objection.isEmpty()
                ? neighbours.map(others -> others.objection(pod, node)).orElse("")
                : objection;
    }

    private static String message(int nodes, Map<String, Integer> objections) {
        if (nodes == 0) {
            return "no nodes available to schedule pods";
        }
        return objections.entrySet().stream()
                .map(entry -> entry.getValue() + " " + entry.getKey())
                .collect(Collectors.joining(", ", "0/%d nodes are available: ".formatted(nodes), "."));
    }
}
