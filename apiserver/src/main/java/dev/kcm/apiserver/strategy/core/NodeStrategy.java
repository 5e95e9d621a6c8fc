package dev.kcm.apiserver.strategy.core;

import dev.kcm.apiserver.strategy.Part;
import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.model.core.v1.Node;

/// Defaulting, validation and update rules of nodes.
public final class NodeStrategy {
    public static final Strategy<Node> STRATEGY = Strategy.of(Node.NODES)
            .spec(Part.of(Node::spec, Node::withSpec))
            .status(Part.of(Node::status, Node::withStatus))
            .keepsStatusOnCreate()
            .defaults(NodeStrategy::allocatable)
            .selectableField(
                    "spec.unschedulable", node -> Boolean.toString(node.spec().unschedulable()))
            .build();

    private NodeStrategy() {}

    private static Node allocatable(Node node) {
        var status = node.status();
        return status.allocatable().isEmpty() && !status.capacity().isEmpty()
                ? node.withStatus(changed -> changed.allocatable(status.capacity()))
                : node;
    }
}
