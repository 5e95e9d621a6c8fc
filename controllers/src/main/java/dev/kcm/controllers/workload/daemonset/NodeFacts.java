package dev.kcm.controllers.workload.daemonset;

import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.Taint;
import dev.kcm.runtime.cache.Tally;
import java.util.List;
import java.util.Map;

/// What of a node decides which sets run there: its conditions, its capacity and whether it is cordoned do not.
record NodeFacts(String name, Map<String, String> labels, List<Taint> taints) {
    private static final NodeTree<NodeFacts, Integer> NONE = NodeTree.counting();

    /// The one group of [#ALL].
    static final String EVERY_NODE = "every node";

    /// All nodes, in one group.
    static final Tally<Node, NodeTree<NodeFacts, Integer>> ALL = new Tally<>(
            Node.NODES,
            "facts for daemon sets",
            _ -> List.of(EVERY_NODE),
            NONE,
            (nodes, node) -> nodes.with(node.name(), of(node)),
            NodeFacts::without);

    static NodeFacts of(Node node) {
        return new NodeFacts(node.name(), node.labels(), node.spec().taints());
    }

    private static NodeTree<NodeFacts, Integer> without(NodeTree<NodeFacts, Integer> nodes, Node node) {
        var left = nodes.without(node.name());
        return left.isEmpty() ? NONE : left;
    }
}
