package dev.kcm.controllers.network.endpoints;

/// Labels that users and other programs know, as upstream spells them.
final class Labels {
    static final String CONTROLLER = "endpoint-controller";
    static final String MANAGED_BY = "endpoints.kubernetes.io/managed-by";

    private Labels() {}
}
