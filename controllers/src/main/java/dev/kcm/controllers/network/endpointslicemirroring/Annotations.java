package dev.kcm.controllers.network.endpointslicemirroring;

/// Annotations that users and other programs know, as upstream spells them.
final class Annotations {
    /// The annotation with which kubectl apply remembers what it applied to the Endpoints.
    static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

    private Annotations() {}
}
