package dev.kcm.controllers.network.endpointslice;

/// Names that users and other programs know, as upstream spells them.
final class Words {
    static final String CONTROLLER = "endpointslice-controller.k8s.io";

    // labels
    static final String ZONE = "topology.kubernetes.io/zone";
    static final String CONTROL_PLANE = "node-role.kubernetes.io/control-plane";
    static final String MASTER = "node-role.kubernetes.io/master";

    // annotations
    static final String TOPOLOGY_MODE = "service.kubernetes.io/topology-mode";
    static final String TOPOLOGY_AWARE_HINTS = "service.kubernetes.io/topology-aware-hints";

    // values of trafficDistribution
    static final String PREFER_CLOSE = "PreferClose";
    static final String PREFER_SAME_ZONE = "PreferSameZone";
    static final String PREFER_SAME_NODE = "PreferSameNode";

    // events
    static final String UPDATE_FAILED = "FailedToUpdateEndpointSlices";
    static final String HINTS_ENABLED = "TopologyAwareHintsEnabled";
    static final String HINTS_DISABLED = "TopologyAwareHintsDisabled";

    private Words() {}
}
