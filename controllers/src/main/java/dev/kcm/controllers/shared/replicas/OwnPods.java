package dev.kcm.controllers.shared.replicas;

import dev.kcm.controllers.shared.pods.PodCounts;
import dev.kcm.controllers.shared.pods.PodIndexes;
import dev.kcm.controllers.shared.pods.PodState;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.selector.Selector;
import dev.kcm.runtime.cache.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The pods an owner controls, by one reading of the cache: counted where counts are enough, else read one by one, and
/// then the counts are of exactly these pods. Two readings could differ, and one pod too many would go.
///
/// @param each empty where they were only counted
record OwnPods(PodCounts counts, Optional<List<LeanPod>> each) {

    /// @param more pods that are about to be its own
    static OwnPods of(ReplicaSet set, Selector selector, Store<LeanPod> pods, int more, Instant now) {
        var counts = pods.tallied(PodCounts.BY_OWNER, set.uid());
        if (areCountsEnough(counts, counts.matching(selector), more, set, now)) {
            return new OwnPods(counts, Optional.empty());
        }
        var each = pods.byIndex(PodIndexes.BY_CONTROLLER, set.uid());
        return new OwnPods(PodCounts.BY_OWNER.recount(each), Optional.of(each));
    }

    /// No pod has to be released, none to be deleted, and all that are ready are available.
    private static boolean areCountsEnough(PodCounts all, PodCounts selected, int more, ReplicaSet set, Instant now) {
        return selected.equals(all)
                && selected.active() + more <= set.spec().replicas().orElse(1)
                && areAllAvailable(selected, minReady(set), now);
    }

    private static boolean areAllAvailable(PodCounts counts, Duration minReady, Instant now) {
        return minReady.isZero()
                || (!counts.hasUndatedReady() && !counts.latestReady().isAfter(now.minus(minReady)));
    }

    static Duration minReady(ReplicaSet set) {
        return Duration.ofSeconds(set.spec().minReadySeconds());
    }

    static List<LeanPod> active(List<LeanPod> pods) {
        return pods.stream().filter(PodState::isActive).toList();
    }

    /// Those that count as replicas, as far as they were read.
    List<LeanPod> active() {
        return active(each.orElse(List.of()));
    }

    List<LeanPod> active(Selector selector) {
        return active().stream().filter(pod -> selector.matches(pod.labels())).toList();
    }

    ReplicasReconciler.Availability availability(Selector selector, Duration minReady, Instant now) {
        int ready = counts.matching(selector).ready();
        if (each.isEmpty()) {
            return new ReplicasReconciler.Availability(ready, Optional.empty());
        }
        var active = active(selector);
        int available = (int) active.stream()
                .filter(pod -> PodState.isAvailable(pod, minReady, now))
                .count();
        var next = active.stream()
                .map(pod -> PodState.untilAvailable(pod, minReady, now))
                .flatMap(Optional::stream)
                .min(Duration::compareTo);
        return new ReplicasReconciler.Availability(
                available, next.or(() -> available < ready ? Optional.of(minReady) : Optional.empty()));
    }
}
