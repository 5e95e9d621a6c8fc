package dev.kcm.controllers.workload.deployment;

import java.util.Set;

/// Names that users and other programs know, as upstream spells them.
final class Words {
    static final String REVISION = "deployment.kubernetes.io/revision";
    static final String REVISION_HISTORY = "deployment.kubernetes.io/revision-history";
    static final String DESIRED_REPLICAS = "deployment.kubernetes.io/desired-replicas";
    static final String MAX_REPLICAS = "deployment.kubernetes.io/max-replicas";
    static final String ROLLBACK_TO = "deprecated.deployment.rollback.to";
    static final String TEMPLATE_HASH = "pod-template-hash";

    /// Annotations that are a Deployment's or a ReplicaSet's own and are not copied between them.
    static final Set<String> OWN_ANNOTATIONS = Set.of(
            "kubectl.kubernetes.io/last-applied-configuration",
            REVISION,
            REVISION_HISTORY,
            DESIRED_REPLICAS,
            MAX_REPLICAS,
            ROLLBACK_TO);

    static final String ROLLING_UPDATE = "RollingUpdate";
    static final String RECREATE = "Recreate";

    // conditions and their reasons
    static final String AVAILABLE = "Available";
    static final String PROGRESSING = "Progressing";
    static final String REPLICA_FAILURE = "ReplicaFailure";
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

    // events
    static final String SCALING = "ScalingReplicaSet";
    static final String SELECTING_ALL = "SelectingAll";
    static final String ROLLED_BACK = "DeploymentRollback";
    static final String ROLLBACK_NOT_FOUND = "DeploymentRollbackRevisionNotFound";
    static final String ROLLBACK_UNCHANGED = "DeploymentRollbackTemplateUnchanged";

    private Words() {}
}
