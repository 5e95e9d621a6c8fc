package dev.kcm.cluster.nodes;

/// What a simulated node is told by its labels.
public final class NodeLabels {
    /// `"true"`: its kubelet says and does nothing, as if the machine were off or cut off.
    public static final String SILENT = "kcm.dev/silent";

    private NodeLabels() {}
}
