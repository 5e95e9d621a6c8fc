package dev.kcm.controllers.workload.statefulset;

/// Reasons of events, as upstream spells them.
final class Reasons {
    static final String SUCCESSFUL_CREATE = "SuccessfulCreate";
    static final String FAILED_CREATE = "FailedCreate";
    static final String SUCCESSFUL_UPDATE = "SuccessfulUpdate";
    static final String FAILED_UPDATE = "FailedUpdate";
    static final String SUCCESSFUL_DELETE = "SuccessfulDelete";
    static final String FAILED_DELETE = "FailedDelete";
    static final String CONFLICTING_CONTROLLER = "ConflictingController";

    private Reasons() {}
}
