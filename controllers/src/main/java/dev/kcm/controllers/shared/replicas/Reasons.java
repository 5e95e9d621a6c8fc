package dev.kcm.controllers.shared.replicas;

/// Reasons of events and conditions, as upstream spells them.
final class Reasons {
    static final String FAILED_CREATE = "FailedCreate";
    static final String FAILED_DELETE = "FailedDelete";
    static final String SUCCESSFUL_CREATE = "SuccessfulCreate";
    static final String SUCCESSFUL_DELETE = "SuccessfulDelete";

    private Reasons() {}
}
