package dev.kcm.cluster.nodes;

import dev.kcm.model.core.v1.Node;

/// What a simulated node is told to do.
public final class NodeAnnotations {
    /// `"true"`: its kubelet says and does nothing, as if the machine were off or cut off.
    public static final String SILENT = "kcm.dev/silent";

    /// `"true"`: its machine does not exist any more.
    public static final String DESTROYED = "kcm.dev/destroyed";

    private static final String READY = "kcm.dev/ready";

    private NodeAnnotations() {}

    /// Whether nothing is heard of it.
    public static boolean isSilent(Node node) {
        return isTrue(node, SILENT) || isDestroyed(node);
    }

    public static boolean isDestroyed(Node node) {
        return isTrue(node, DESTROYED);
    }

    /// Whether it is to say that it is ready: unless it is told otherwise.
    static boolean wantsReady(Node node) {
        return !"false".equals(node.annotations().get(READY));
    }

    private static boolean isTrue(Node node, String annotation) {
        return "true".equals(node.annotations().get(annotation));
    }
}
