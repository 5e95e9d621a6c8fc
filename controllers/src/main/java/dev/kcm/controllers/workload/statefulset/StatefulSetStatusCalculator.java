package dev.kcm.controllers.workload.statefulset;

import dev.kcm.controllers.shared.pods.PodState;
import dev.kcm.model.apps.v1.StatefulSetStatus;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// The status after a sync: of the pods that were there before it, less those of the current revision that it deleted
/// for an update. Pure.
record StatefulSetStatusCalculator(Snapshot snapshot, Outcomes writes) {

    Plan plan() {
        var status = status();
        return isWorthWriting(status)
                ? Plan.of("status changed", Step.updateStatus(snapshot.set().withStatus(status), urgency(status)))
                : Plan.nothing("status unchanged");
    }

    /// When the next ready pod becomes available.
    Optional<Duration> untilNextAvailable() {
        var minReady = snapshot.settings().minReady();
        var soon = readyNotAvailable();
        return soon.isEmpty()
                ? Optional.empty()
                : soon.stream()
                        .map(pod -> PodState.untilAvailable(pod, minReady, snapshot.now()))
                        .flatMap(Optional::stream)
                        .min(Duration::compareTo)
                        .or(() -> Optional.of(minReady));
    }

    /// Rebuilt from nothing, as upstream's: conditions that others set do not stay.
    private StatefulSetStatus status() {
        var revisions = snapshot.revisions();
        int ready = count(PodKind::isRunningAndReady);
        int updated = count(ofRevision(revisions.update().name()));
        int current = count(ofRevision(revisions.current().name())) - deletedOfCurrent();
        int replicas = count(PodKind::isCreated);
        int wanted = snapshot.settings().replicas();
        boolean isComplete =
                snapshot.settings().updatesByRolling() && updated == wanted && ready == wanted && replicas == wanted;
        return StatefulSetStatus.builder()
                .observedGeneration(snapshot.set().metadata().generation())
                .replicas(replicas)
                .readyReplicas(ready)
                .availableReplicas(ready - readyNotAvailable().size())
                .currentReplicas(isComplete ? updated : current)
                .updatedReplicas(updated)
                .currentRevision((isComplete ? revisions.update() : revisions.current()).name())
                .updateRevision(revisions.update().name())
                .collisionCount(revisions.collisionCount())
                .build();
    }

    private int count(Predicate<PodKind> kind) {
        return snapshot.pods().count(kind) + misnamed(kind);
    }

    /// Pods without a place count only towards a set that is being deleted.
    private int misnamed(Predicate<PodKind> kind) {
        if (!snapshot.set().isDeleting()) {
            return 0;
        }
        return (int) snapshot.misnamed().stream()
                .filter(pod -> OrdinalName.parse(pod.name())
                        .filter(name -> snapshot.pods()
                                .find(name.ordinal())
                                .filter(placed -> placed.uid().equals(pod.uid()))
                                .isEmpty())
                        .isPresent())
                .map(PodKind::of)
                .filter(kind)
                .count();
    }

    private static Predicate<PodKind> ofRevision(String name) {
        return kind -> kind.isCreated() && !kind.isDeleting() && kind.revision().equals(name);
    }

    private List<LeanPod> readyNotAvailable() {
        var since = new OrdinalTree.Check<PodKind>(_ -> true, snapshot.availableSince());
        return snapshot.pods().allNot(0, Integer.MAX_VALUE, since).stream()
                .flatMap(ordinal -> snapshot.pods().find(ordinal).stream())
                .filter(pod -> PodKind.of(pod).isRunningAndReady())
                .toList();
    }

    /// Pods that go when the set gets smaller still count.
    private int deletedOfCurrent() {
        var isCurrent = ofRevision(snapshot.revisions().current().name());
        return (int) writes.all().stream()
                .filter(Outcome.Applied.class::isInstance)
                .map(Outcome::step)
                .filter(step -> step.isDelete() && step.resource().equals(LeanPod.PODS))
                .flatMap(step -> OrdinalName.parse(step.key().name()).stream())
                .filter(name -> snapshot.settings().isWanted(name.ordinal()))
                .flatMap(name -> snapshot.pods().find(name.ordinal()).stream())
                .map(PodKind::of)
                .filter(kind -> !kind.isFinished() && isCurrent.test(kind))
                .count();
    }

    /// The collision count alone is not.
    private boolean isWorthWriting(StatefulSetStatus status) {
        var before = snapshot.set().status();
        return status.observedGeneration() > before.observedGeneration()
                || !counts(status).equals(counts(before));
    }

    private static List<Object> counts(StatefulSetStatus status) {
        return List.of(
                status.replicas(),
                status.readyReplicas(),
                status.availableReplicas(),
                status.currentReplicas(),
                status.updatedReplicas(),
                status.currentRevision(),
                status.updateRevision());
    }

    /// How many pods there are of which revision decides what the next pod is made from, and is written at once, as is
    /// that all are available; other counts on the way may be merged.
    private Step.Urgency urgency(StatefulSetStatus status) {
        var before = snapshot.set().status();
        int wanted = snapshot.settings().replicas();
        boolean isComplete = status.availableReplicas() == wanted && status.replicas() == wanted;
        boolean movesRevisions = status.currentReplicas() != before.currentReplicas()
                || status.updatedReplicas() != before.updatedReplicas()
                || !status.currentRevision().equals(before.currentRevision())
                || !status.updateRevision().equals(before.updateRevision());
        return isComplete || movesRevisions || status.observedGeneration() != before.observedGeneration()
                ? Step.Urgency.NOW
                : Step.Urgency.SOON;
    }
}
