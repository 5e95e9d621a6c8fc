package dev.kcm.controllers.workload.deployment;

/// Reasons of events and conditions, as upstream spells them.
final class Reasons {
    static final String MINIMUM_AVAILABLE = "MinimumReplicasAvailable";
    static final String MINIMUM_UNAVAILABLE = "MinimumReplicasUnavailable";
    static final String SET_CREATED = "NewReplicaSetCreated";
    static final String SET_FOUND = "FoundNewReplicaSet";
    static final String SET_UPDATED = "ReplicaSetUpdated";
    static final String SET_AVAILABLE = "NewReplicaSetAvailable";
    static final String SET_CREATE_ERROR = "ReplicaSetCreateError";
    static final String DEADLINE_EXCEEDED = "ProgressDeadlineExceeded";
    static final String PAUSED = "DeploymentPaused";
    static final String RESUMED = "DeploymentResumed";
    static final String SCALING = "ScalingReplicaSet";
    static final String SELECTING_ALL = "SelectingAll";
    static final String ROLLED_BACK = "DeploymentRollback";
    static final String ROLLBACK_NOT_FOUND = "DeploymentRollbackRevisionNotFound";
    static final String ROLLBACK_UNCHANGED = "DeploymentRollbackTemplateUnchanged";

    private Reasons() {}
}
