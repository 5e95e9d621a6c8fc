package dev.kcm.controllers.shared.replicas;

import dev.kcm.model.Conditions;
import dev.kcm.model.apps.v1.ReplicaSetCondition;
import dev.kcm.model.apps.v1.ReplicaSetStatus;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Step;
import java.util.List;
import java.util.Optional;

/// The status after a sync. Pure.
record ReplicasStatusCalculator(ReplicasReconciler.Snapshot<?> snapshot, boolean reportsTerminatingReplicas) {

    ReplicaSetStatus after(Outcomes writes) {
        var counts = snapshot.counts();
        var status = before().toBuilder()
                .replicas(snapshot.active())
                .fullyLabeledReplicas(counts.activeWith(snapshot.templateLabels()))
                .readyReplicas(counts.ready())
                .availableReplicas(snapshot.availability().count())
                .observedGeneration(snapshot.owner().metadata().generation())
                .conditions(conditionsAfter(writes))
                .build();
        return reportsTerminatingReplicas
                ? status.withTerminatingReplicas(counts.terminating())
                : status.withoutTerminatingReplicas();
    }

    /// Whoever waits for the owner acts on its conditions, and on all pods being available or none being left; the
    /// counts in between may be merged.
    Step.Urgency urgency(ReplicaSetStatus status) {
        int desired = snapshot.desired();
        boolean isComplete = status.replicas() == desired && status.availableReplicas() == desired;
        boolean isAwaited = desired == 0 || status.availableReplicas() > before().availableReplicas();
        return (isComplete && isAwaited) || !before().conditions().equals(status.conditions())
                ? Step.Urgency.NOW
                : Step.Urgency.SOON;
    }

    /// The first failed write is kept as a condition until a sync goes without one.
    private List<ReplicaSetCondition> conditionsAfter(Outcomes writes) {
        var conditions = before().conditions();
        var failure = failure(writes);
        boolean isReported =
                Conditions.find(conditions, ConditionTypes.REPLICA_FAILURE).isPresent();
        if (failure.isPresent() == isReported) {
            return conditions;
        }
        return failure.map(because -> Conditions.withLast(conditions, replicaFailure(because)))
                .orElseGet(() -> Conditions.without(conditions, ConditionTypes.REPLICA_FAILURE));
    }

    private Optional<String> failure(Outcomes writes) {
        if (snapshot.lacksLabels()) {
            return Optional.of("unable to create pods, no labels");
        }
        var prefix = snapshot.missing() < 0 ? "unable to delete pods: " : "";
        return writes.firstFailure().map(because -> prefix + because.message());
    }

    private ReplicaSetCondition replicaFailure(String message) {
        return ReplicaSetCondition.builder()
                .type(ConditionTypes.REPLICA_FAILURE)
                .status("True")
                .lastTransitionTime(snapshot.now())
                .reason(snapshot.missing() > 0 ? Reasons.FAILED_CREATE : Reasons.FAILED_DELETE)
                .message(message)
                .build();
    }

    private ReplicaSetStatus before() {
        return snapshot.set().status();
    }
}
