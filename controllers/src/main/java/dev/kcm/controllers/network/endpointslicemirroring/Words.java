package dev.kcm.controllers.network.endpointslicemirroring;

/// Names that users and other programs know, as upstream spells them.
final class Words {
    static final String CONTROLLER = "endpointslicemirroring-controller.k8s.io";

    /// The label on Endpoints whose maker keeps slices, too.
    static final String SKIP_MIRROR = "endpointslice.kubernetes.io/skip-mirror";

    /// The annotation with which kubectl apply remembers what it applied to the Endpoints.
    static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

    // events
    static final String INVALID_ADDRESS = "InvalidIPAddress";
    static final String TOO_MANY = "TooManyAddressesToMirror";

    private Words() {}
}
