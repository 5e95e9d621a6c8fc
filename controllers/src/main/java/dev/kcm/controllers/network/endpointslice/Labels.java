package dev.kcm.controllers.network.endpointslice;

/// Labels that users and other programs know, as upstream spells them.
final class Labels {
    static final String CONTROLLER = "endpointslice-controller.k8s.io";
    static final String ZONE = "topology.kubernetes.io/zone";
    static final String CONTROL_PLANE = "node-role.kubernetes.io/control-plane";
    static final String MASTER = "node-role.kubernetes.io/master";

    private Labels() {}
}
