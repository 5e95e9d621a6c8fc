package dev.kcm.controllers.workload.job;

import dev.kcm.controllers.shared.pods.PodState;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// What a sync did to the pods, and the counts that follow from it.
///
/// @param deleted pods that are on their way out now
record PodChanges(int created, int notCreated, List<LeanPod> deleted) {

    static PodChanges of(Snapshot.OfJob snapshot, Outcomes writes) {
        var gone = deletions(writes);
        return new PodChanges(
                count(writes, Outcome.Applied.class),
                count(writes, Outcome.Refused.class),
                snapshot.active().stream()
                        .filter(pod -> gone.contains(pod.key()))
                        .toList());
    }

    int active(Snapshot.OfJob snapshot) {
        return snapshot.counts().active() + created - deleted.size();
    }

    int ready(Snapshot.OfJob snapshot) {
        return snapshot.counts().ready()
                - (int) deleted.stream().filter(PodState::isReady).count();
    }

    int terminating(Snapshot.OfJob snapshot) {
        return snapshot.counts().terminating() + deleted.size();
    }

    private static int count(Outcomes writes, Class<? extends Outcome> kind) {
        return (int) writes.all().stream()
                .filter(kind::isInstance)
                .filter(outcome -> outcome.step().isCreate())
                .count();
    }

    private static Set<ObjectKey> deletions(Outcomes writes) {
        return writes.all().stream()
                .filter(outcome -> outcome.step().isDelete())
                .filter(outcome -> outcome instanceof Outcome.Applied || outcome instanceof Outcome.Moot)
                .map(outcome -> outcome.step().key())
                .collect(Collectors.toSet());
    }
}
