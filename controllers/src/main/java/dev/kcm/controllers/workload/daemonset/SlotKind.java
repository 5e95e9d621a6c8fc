package dev.kcm.controllers.workload.daemonset;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What slots have in common but for their node; there are few of them.
///
/// @param pods the one that counts first
record SlotKind(Eligibility eligibility, List<PodKind> pods) {
    SlotKind {
        pods = List.copyOf(pods);
    }

    /// There are few kinds and sums are made of them all the time: cheap to find, if not well spread.
    @Override
    public int hashCode() {
        return 31 * eligibility.ordinal() + pods.size();
    }

    /// Pods that hold the place, also while they terminate.
    Stream<PodKind> present() {
        return pods.stream().filter(pod -> !pod.isOver());
    }

    boolean isEmpty() {
        return present().findAny().isEmpty();
    }

    /// Pods that are not on their way out.
    Stream<PodKind> staying() {
        return pods.stream().filter(pod -> !pod.isDeleting());
    }

    long running() {
        return staying().filter(pod -> !pod.isFinished()).count();
    }

    boolean shallRun() {
        return eligibility == Eligibility.RUNS;
    }

    /// Whether the set cares: its node shall run a pod, or has one.
    boolean counts() {
        return shallRun() || !isEmpty();
    }

    /// The pod of the present template.
    Optional<PodKind> updated(Template template) {
        return staying().filter(template::isOf).findFirst();
    }

    /// The pod of another template.
    Optional<PodKind> outdated(Template template) {
        return staying().filter(pod -> !template.isOf(pod)).findFirst();
    }

    /// Whether there are several of one template, of which all but one go first.
    boolean isCrowded(Template template) {
        long updated = staying().filter(template::isOf).count();
        return updated > 1 || staying().count() - updated > 1;
    }
}
