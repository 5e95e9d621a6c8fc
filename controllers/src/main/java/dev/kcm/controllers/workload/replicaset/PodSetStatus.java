package dev.kcm.controllers.workload.replicaset;

import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a set's status says after a look at its pods. Pure.
final class PodSetStatus {
    private PodSetStatus() {}

    static PodSet.Status after(PodSetReconciler.Seen seen, Outcomes writes) {
        var before = seen.set().status();
        var counts = seen.counts();
        int adopted = seen.claims().adopt().size();
        return new PodSet.Status(
                seen.active(),
                counts.activeWith(seen.set().template().metadata().labels()) + adopted,
                counts.ready(),
                seen.available().count(),
                reportsTerminating(seen) ? Optional.of(counts.terminating()) : Optional.empty(),
                seen.set().object().metadata().generation(),
                conditions(seen, before, writes));
    }

    /// Whoever waits for the set acts on its conditions, and on having all it asked for or nothing
    /// left; counts on the way may merge.
    static Step.Urgency urgency(PodSetReconciler.Seen seen, PodSet.Status status) {
        var before = seen.set().status();
        int wanted = seen.set().wanted();
        boolean hasArrived = status.replicas() == wanted && status.available() == wanted;
        boolean isAwaited = wanted == 0 || status.available() > before.available();
        return (hasArrived && isAwaited) || !before.conditions().equals(status.conditions())
                ? Step.Urgency.NOW
                : Step.Urgency.SOON;
    }

    private static boolean reportsTerminating(PodSetReconciler.Seen seen) {
        return seen.set() instanceof PodSet.OfReplicaSet;
    }

    /// The first refusal is kept as a condition until a look goes without one.
    private static List<PodSet.Condition> conditions(
            PodSetReconciler.Seen seen, PodSet.Status before, Outcomes writes) {
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
                Optional.of(seen.now()),
                seen.missing() > 0 ? Reasons.FAILED_CREATE : Reasons.FAILED_DELETE,
                refused.message())));
        return List.copyOf(conditions);
    }
}
