package dev.kcm.controllers.shared.replicas;

import dev.kcm.model.Conditions;
import dev.kcm.model.apps.v1.ReplicaSetCondition;
import dev.kcm.model.apps.v1.ReplicaSetStatus;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Step;
import java.util.List;
import java.util.Map;

/// The status after a sync. Pure.
record ReplicasStatusCalculator(ReplicasReconciler.Snapshot<?> snapshot, boolean reportsTerminatingReplicas) {

    ReplicaSetStatus after(Outcomes writes) {
        var counts = snapshot.counts();
        int adopted = snapshot.claims().adopt().size();
        var status = before().toBuilder()
                .replicas(snapshot.active())
                .fullyLabeledReplicas(counts.activeWith(templateLabels()) + adopted)
                .readyReplicas(counts.ready())
                .availableReplicas(snapshot.availability().count())
                .observedGeneration(snapshot.owner().metadata().generation())
                .conditions(conditionsAfter(writes));
        if (reportsTerminatingReplicas) {
            status.terminatingReplicas(counts.terminating());
        }
        return status.build();
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
        var failure = writes.firstFailure();
        boolean isReported =
                Conditions.find(conditions, ConditionTypes.REPLICA_FAILURE).isPresent();
        if (failure.isPresent() == isReported) {
            return conditions;
        }
        return failure.map(because -> Conditions.withLast(conditions, replicaFailure(because)))
                .orElseGet(() -> Conditions.without(conditions, ConditionTypes.REPLICA_FAILURE));
    }

    private ReplicaSetCondition replicaFailure(ApiFailure because) {
        return ReplicaSetCondition.builder()
                .type(ConditionTypes.REPLICA_FAILURE)
                .status("True")
                .lastTransitionTime(snapshot.now())
                .reason(snapshot.missing() > 0 ? Reasons.FAILED_CREATE : Reasons.FAILED_DELETE)
                .message(because.message())
                .build();
    }

    private ReplicaSetStatus before() {
        return snapshot.set().status();
    }

    private Map<String, String> templateLabels() {
        return snapshot.set().spec().template().metadata().labels();
    }
}
