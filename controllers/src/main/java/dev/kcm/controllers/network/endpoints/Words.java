package dev.kcm.controllers.network.endpoints;

/// Names that users and other programs know, as upstream spells them.
final class Words {
    static final String CONTROLLER = "endpoint-controller";
    static final String MANAGED_BY = "endpoints.kubernetes.io/managed-by";
    static final String OVER_CAPACITY = "endpoints.kubernetes.io/over-capacity";
    static final String TRUNCATED = "truncated";

    // events
    static final String CREATE_FAILED = "FailedToCreateEndpoint";
    static final String UPDATE_FAILED = "FailedToUpdateEndpoint";

    private Words() {}
}
