package dev.kcm.controllers.workload.daemonset;

/// Reasons of events, as upstream spells them.
final class Reasons {
    static final String SUCCESSFUL_CREATE = "SuccessfulCreate";
    static final String FAILED_CREATE = "FailedCreate";
    static final String SUCCESSFUL_DELETE = "SuccessfulDelete";
    static final String FAILED_DELETE = "FailedDelete";
    static final String FAILED_DAEMON_POD = "FailedDaemonPod";
    static final String SUCCEEDED_DAEMON_POD = "SucceededDaemonPod";
    static final String SELECTING_ALL = "SelectingAll";

    private Reasons() {}
}
