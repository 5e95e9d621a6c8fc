package dev.kcm.controllers.network.endpointslice;

/// Annotations that users and other programs know, as upstream spells them.
final class Annotations {
    static final String TOPOLOGY_MODE = "service.kubernetes.io/topology-mode";
    static final String TOPOLOGY_AWARE_HINTS = "service.kubernetes.io/topology-aware-hints";

    private Annotations() {}
}
