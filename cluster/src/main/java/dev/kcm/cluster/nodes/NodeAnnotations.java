package dev.kcm.cluster.nodes;

/// What a simulated node is told by its annotations.
final class NodeAnnotations {
    /// `"false"`: it says that it is not ready.
    static final String READY = "kcm.dev/ready";

    private NodeAnnotations() {}
}
