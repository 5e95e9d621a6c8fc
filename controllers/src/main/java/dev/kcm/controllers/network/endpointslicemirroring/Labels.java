package dev.kcm.controllers.network.endpointslicemirroring;

/// Labels that users and other programs know, as upstream spells them.
final class Labels {
    static final String CONTROLLER = "endpointslicemirroring-controller.k8s.io";
    /// The label on Endpoints whose maker keeps slices, too.
    static final String SKIP_MIRROR = "endpointslice.kubernetes.io/skip-mirror";

    private Labels() {}
}
