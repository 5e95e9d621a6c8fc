package dev.kcm.cluster.nodes;

/// What a simulated node is told to do.
public final class NodeAnnotations {
    /// `"true"`: its kubelet says and does nothing, as if the machine were off or cut off.
    public static final String SILENT = "kcm.dev/silent";

    /// `"false"`: it says that it is not ready.
    static final String READY = "kcm.dev/ready";

    private NodeAnnotations() {}
}
