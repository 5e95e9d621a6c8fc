package dev.kcm.controllers.workload.replicaset;

/// Names that users and other programs know, as upstream spells them.
final class Words {
    static final String REPLICA_FAILURE = "ReplicaFailure";
    static final String FAILED_CREATE = "FailedCreate";
    static final String FAILED_DELETE = "FailedDelete";
    static final String SUCCESSFUL_CREATE = "SuccessfulCreate";
    static final String SUCCESSFUL_DELETE = "SuccessfulDelete";

    private Words() {}
}
