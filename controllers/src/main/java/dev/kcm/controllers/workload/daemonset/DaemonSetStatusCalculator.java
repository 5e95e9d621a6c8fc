package dev.kcm.controllers.workload.daemonset;

import dev.kcm.model.apps.v1.DaemonSetStatus;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;

/// The status after a sync, of the pods that were there before it. Of several pods of a node the first one counts.
/// Pure.
record DaemonSetStatusCalculator(Snapshot snapshot) {

    Plan plan() {
        var status = status();
        return status.equals(snapshot.set().status())
                ? Plan.nothing("status unchanged")
                : Plan.of("status changed", Step.updateStatus(snapshot.set().withStatus(status), urgency(status)));
    }

    /// When the next ready pod becomes available.
    Optional<Duration> untilNextAvailable() {
        var minReady = snapshot.settings().minReady();
        var waiting = snapshot.find(
                Integer.MAX_VALUE, kind -> kind.present().anyMatch(pod -> pod.isReady() && !pod.isAvailable()));
        return waiting.isEmpty()
                ? Optional.empty()
                : waiting.stream()
                        .flatMap(slot -> slot.untilAvailable(minReady, snapshot.now()).stream())
                        .min(Duration::compareTo)
                        .or(() -> Optional.of(minReady));
    }

    /// Conditions and the collision count stay.
    private DaemonSetStatus status() {
        var template = snapshot.template();
        int wanted = snapshot.wanted();
        int available = first(PodKind::isAvailable);
        return snapshot.set().status().toBuilder()
                .observedGeneration(snapshot.set().metadata().generation())
                .desiredNumberScheduled(wanted)
                .currentNumberScheduled(first(_ -> true))
                .numberMisscheduled(snapshot.count(DaemonSetStatusCalculator::isMisscheduled))
                .numberReady(first(PodKind::isReady))
                .updatedNumberScheduled(first(template::isOf))
                .numberAvailable(available)
                .numberUnavailable(wanted - available)
                .build();
    }

    /// How many of the nodes that shall run a pod have one like this.
    private int first(Predicate<PodKind> wanted) {
        return snapshot.count(kind ->
                kind.shallRun() && kind.present().findFirst().filter(wanted).isPresent());
    }

    private static boolean isMisscheduled(SlotKind kind) {
        return !kind.shallRun() && kind.eligibility() != Eligibility.GONE && !kind.isEmpty();
    }

    /// Counts on the way somewhere may be merged; that all is as wanted may not wait.
    private static boolean isComplete(DaemonSetStatus status) {
        return status.numberUnavailable() == 0
                && status.updatedNumberScheduled() == status.desiredNumberScheduled()
                && status.numberMisscheduled() == 0;
    }

    private Step.Urgency urgency(DaemonSetStatus status) {
        var before = snapshot.set().status();
        return isComplete(status)
                        || status.observedGeneration() != before.observedGeneration()
                        || status.desiredNumberScheduled() != before.desiredNumberScheduled()
                ? Step.Urgency.NOW
                : Step.Urgency.SOON;
    }
}
