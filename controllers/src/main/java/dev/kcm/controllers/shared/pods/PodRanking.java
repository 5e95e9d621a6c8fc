package dev.kcm.controllers.shared.pods;

import dev.kcm.model.lean.LeanContainerStatus;
import dev.kcm.model.lean.LeanPod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Which pods are cheapest to lose when there are too many. The order is upstream's: not yet on a
/// node, earlier in its life, not ready, cheaper by annotation, sharing its node with more of its
/// kind, younger (in powers of two, so that the choice between pods of similar age does not always
/// hit the same ones), more often restarted.
public final class PodRanking {
    private static final String DELETION_COST = "controller.kubernetes.io/pod-deletion-cost";
    private static final Map<String, Integer> LIFE = Map.of(PodState.PENDING, 0, "Unknown", 1, PodState.RUNNING, 2);

    private final Map<String, Integer> podsPerNode;
    private final boolean countsDeletionCost;
    private final Instant now;

    /// @param podsPerNode how many active pods of the same family each node has
    /// @param countsDeletionCost whether the annotation matters
    public PodRanking(Map<String, Integer> podsPerNode, boolean countsDeletionCost, Instant now) {
        this.podsPerNode = podsPerNode;
        this.countsDeletionCost = countsDeletionCost;
        this.now = now;
    }

    /// The `count` cheapest, the cheapest first. Keeps so many in a heap instead of sorting all:
    /// the few to lose are often found among thousands, and the order, being by time only where
    /// times differ, is not one that a sort may rely on.
    public List<LeanPod> cheapest(List<LeanPod> pods, int count) {
        if (count >= pods.size()) {
            return pods;
        }
        var order = cheapestFirst();
        var kept = new PriorityQueue<LeanPod>(count, order.reversed());
        for (var pod : pods) {
            if (kept.size() < count) {
                kept.add(pod);
            } else if (order.compare(pod, kept.element()) < 0) {
                kept.remove();
                kept.add(pod);
            }
        }
        var cheapest = new ArrayDeque<LeanPod>(count);
        while (!kept.isEmpty()) {
            cheapest.addFirst(kept.remove());
        }
        return List.copyOf(cheapest);
    }

    private Comparator<LeanPod> cheapestFirst() {
        return Comparator.<LeanPod, Boolean>comparing(
                        pod -> !pod.spec().nodeName().isEmpty())
                .thenComparing(pod -> LIFE.getOrDefault(pod.status().phase(), 0))
                .thenComparing(PodState::isReady)
                .thenComparing(pod -> countsDeletionCost ? deletionCost(pod) : 0)
                .thenComparing(pod -> podsPerNode.getOrDefault(pod.spec().nodeName(), 0), Comparator.reverseOrder())
                .thenComparing(this::youngerReadiness)
                .thenComparing(PodRanking::restarts, Comparator.reverseOrder())
                .thenComparing(PodRanking::sidecarRestarts, Comparator.reverseOrder())
                .thenComparing((one, other) -> younger(
                        one.metadata().creationTimestamp(), other.metadata().creationTimestamp(), one, other));
    }

    /// The order where neither cost nor neighbours matter, and ages count exactly: not yet on a
    /// node, earlier in its life, not ready, ready more recently, more often restarted, created
    /// more recently.
    public static Comparator<LeanPod> leastFarAlongFirst() {
        return Comparator.<LeanPod, Boolean>comparing(
                        pod -> !pod.spec().nodeName().isEmpty())
                .thenComparing(pod -> LIFE.getOrDefault(pod.status().phase(), 0))
                .thenComparing(PodState::isReady)
                .thenComparing((one, other) ->
                        PodState.isReady(one) ? newerFirst(PodState.readySince(one), PodState.readySince(other)) : 0)
                .thenComparing(PodRanking::restarts, Comparator.reverseOrder())
                .thenComparing(PodRanking::sidecarRestarts, Comparator.reverseOrder())
                .thenComparing((one, other) -> newerFirst(
                        one.metadata().creationTimestamp(), other.metadata().creationTimestamp()));
    }

    /// Without a time first.
    private static int newerFirst(Optional<Instant> one, Optional<Instant> other) {
        return other.orElse(Instant.MAX).compareTo(one.orElse(Instant.MAX));
    }

    /// Counts active pods per node.
    public static Map<String, Integer> perNode(List<LeanPod> family) {
        return family.stream()
                .filter(PodState::isActive)
                .collect(Collectors.toMap(pod -> pod.spec().nodeName(), _ -> 1, Integer::sum));
    }

    private int youngerReadiness(LeanPod one, LeanPod other) {
        return PodState.isReady(one) && PodState.isReady(other)
                ? younger(PodState.readySince(one), PodState.readySince(other), one, other)
                : 0;
    }

    /// Without a time first; then the younger by powers of two of its age, equals by uid.
    private int younger(Optional<Instant> one, Optional<Instant> other, LeanPod first, LeanPod second) {
        if (one.equals(other)) {
            return 0;
        }
        if (one.isEmpty() || other.isEmpty()) {
            return one.isEmpty() ? -1 : 1;
        }
        int byAge = Integer.compare(magnitude(one.get()), magnitude(other.get()));
        return byAge != 0 ? byAge : first.uid().compareTo(second.uid());
    }

    private int magnitude(Instant since) {
        long nanos = Math.max(0, Duration.between(since, now).toNanos());
        return nanos == 0 ? -1 : 63 - Long.numberOfLeadingZeros(nanos);
    }

    private static int deletionCost(LeanPod pod) {
        var written = pod.annotations().get(DELETION_COST);
        if (written == null || !written.matches("0|-[0-9]{1,10}|[1-9][0-9]{0,9}")) {
            return 0;
        }
        long cost = Long.parseLong(written);
        return cost == (int) cost ? (int) cost : 0;
    }

    private static int restarts(LeanPod pod) {
        return most(pod.status().containerStatuses().stream().mapToInt(LeanContainerStatus::restartCount));
    }

    private static int sidecarRestarts(LeanPod pod) {
        var sidecars = pod.spec().initContainers().stream()
                .filter(container ->
                        container.restartPolicy().filter("Always"::equals).isPresent())
                .map(container -> container.name())
                .collect(Collectors.toSet());
        return most(pod.status().initContainerStatuses().stream()
                .filter(status -> sidecars.contains(status.name()))
                .mapToInt(LeanContainerStatus::restartCount));
    }

    private static int most(IntStream counts) {
        return counts.max().orElse(0);
    }
}
