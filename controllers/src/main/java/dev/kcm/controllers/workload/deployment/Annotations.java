package dev.kcm.controllers.workload.deployment;

import java.util.Set;

/// Annotations that users and other programs know, as upstream spells them.
final class Annotations {
    static final String REVISION = "deployment.kubernetes.io/revision";
    static final String REVISION_HISTORY = "deployment.kubernetes.io/revision-history";
    static final String DESIRED_REPLICAS = "deployment.kubernetes.io/desired-replicas";
    static final String MAX_REPLICAS = "deployment.kubernetes.io/max-replicas";
    static final String ROLLBACK_TO = "deprecated.deployment.rollback.to";
    /// Annotations that are a Deployment's or a ReplicaSet's own and are not copied between them.
    static final Set<String> NOT_COPIED = Set.of(
            "kubectl.kubernetes.io/last-applied-configuration",
            REVISION,
            REVISION_HISTORY,
            DESIRED_REPLICAS,
            MAX_REPLICAS,
            ROLLBACK_TO);

    private Annotations() {}
}
