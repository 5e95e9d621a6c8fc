package dev.kcm.controllers.workload.deployment;

/// Types of conditions, as upstream spells them.
final class ConditionTypes {
    static final String AVAILABLE = "Available";
    static final String PROGRESSING = "Progressing";
    static final String REPLICA_FAILURE = "ReplicaFailure";

    private ConditionTypes() {}
}
