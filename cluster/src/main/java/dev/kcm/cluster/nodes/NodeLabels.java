package dev.kcm.cluster.nodes;

import dev.kcm.model.core.v1.Node;

/// What a simulated node is told by its labels.
public final class NodeLabels {
    /// `"true"`: its kubelet says and does nothing, as if the machine were off or cut off.
    public static final String SILENT = "kcm.dev/silent";

    /// `"true"`: its machine does not exist any more.
    public static final String DESTROYED = "kcm.dev/destroyed";

    private NodeLabels() {}

    /// Whether nothing is heard of it.
    public static boolean isSilent(Node node) {
        return isTrue(node, SILENT) || isDestroyed(node);
    }

    public static boolean isDestroyed(Node node) {
        return isTrue(node, DESTROYED);
    }

    private static boolean isTrue(Node node, String label) {
        return "true".equals(node.labels().get(label));
    }
}
