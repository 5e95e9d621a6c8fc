package dev.kcm.controllers.shared.replicas;

/// Types of conditions, as upstream spells them.
final class ConditionTypes {
    static final String REPLICA_FAILURE = "ReplicaFailure";

    private ConditionTypes() {}
}
