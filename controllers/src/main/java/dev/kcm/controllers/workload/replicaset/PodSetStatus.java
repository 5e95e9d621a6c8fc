package dev.kcm.controllers.workload.replicaset;

import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a set's status says after a look at its pods. Pure.
final class PodSetStatus {
    private PodSetStatus() {}

    static PodSet.Status after(PodSetReconciler.Snapshot snapshot, Outcomes writes) {
        var before = snapshot.set().status();
        var counts = snapshot.counts();
        int adopted = snapshot.claims().adopt().size();
        return new PodSet.Status(
                snapshot.active(),
                counts.activeWith(snapshot.set().template().metadata().labels()) + adopted,
                counts.ready(),
                snapshot.available().count(),
                reportsTerminating(snapshot) ? Optional.of(counts.terminating()) : Optional.empty(),
                snapshot.set().object().metadata().generation(),
                conditions(snapshot, before, writes));
    }

    /// Whoever waits for the set acts on its conditions, and on having all it asked for or nothing
    /// left; counts on the way may merge.
    static Step.Urgency urgency(PodSetReconciler.Snapshot snapshot, PodSet.Status status) {
        var before = snapshot.set().status();
        int wanted = snapshot.set().wanted();
        boolean hasArrived = status.replicas() == wanted && status.available() == wanted;
        boolean isAwaited = wanted == 0 || status.available() > before.available();
        return (hasArrived && isAwaited) || !before.conditions().equals(status.conditions())
                ? Step.Urgency.NOW
                : Step.Urgency.SOON;
    }

    private static boolean reportsTerminating(PodSetReconciler.Snapshot snapshot) {
        return snapshot.set() instanceof PodSet.OfReplicaSet;
    }

    /// The first refusal is kept as a condition until a look goes without one.
    private static List<PodSet.Condition> conditions(
            PodSetReconciler.Snapshot snapshot, PodSet.Status before, Outcomes writes) {
        var failure = writes.firstFailure();
        var reported = before.condition(ConditionTypes.REPLICA_FAILURE);
        if (failure.isPresent() == reported.isPresent()) {
            return before.conditions();
        }
        var conditions = new ArrayList<>(before.conditions());
        conditions.removeIf(condition -> condition.type().equals(ConditionTypes.REPLICA_FAILURE));
        failure.ifPresent(refused -> conditions.add(new PodSet.Condition(
                ConditionTypes.REPLICA_FAILURE,
                "True",
                Optional.of(snapshot.now()),
                snapshot.missing() > 0 ? Reasons.FAILED_CREATE : Reasons.FAILED_DELETE,
                refused.message())));
        return List.copyOf(conditions);
    }
}
