package dev.kcm.controllers.network.endpoints;

/// Reasons of events and conditions, as upstream spells them.
final class Reasons {
    static final String CREATE_FAILED = "FailedToCreateEndpoint";
    static final String UPDATE_FAILED = "FailedToUpdateEndpoint";

    private Reasons() {}
}
