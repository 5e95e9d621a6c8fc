package dev.kcm.cluster.nodes;

import dev.kcm.model.core.v1.Node;

/// What a simulated node is told by its annotations.
final class NodeAnnotations {
    private static final String READY = "kcm.dev/ready";

    private NodeAnnotations() {}

    /// Whether it is to say that it is ready: unless it is told otherwise.
    static boolean wantsReady(Node node) {
        return !"false".equals(node.annotations().get(READY));
    }
}
