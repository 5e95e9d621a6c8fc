package dev.kcm.controllers.network.endpoints;

/// Annotations that users and other programs know, as upstream spells them.
final class Annotations {
    static final String OVER_CAPACITY = "endpoints.kubernetes.io/over-capacity";
    static final String TRUNCATED = "truncated";

    private Annotations() {}
}
