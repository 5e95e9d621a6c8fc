package dev.kcm.controllers.workload.deployment;

import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.apps.v1.ReplicaSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The spec.replicas that each ReplicaSet should have, by uid; sets that are not listed keep theirs. Pure.
///
/// @param refreshAnnotations also of sets whose size stays
record ReplicaSetScaling(Map<String, Integer> byUid, boolean refreshAnnotations) {
    static final ReplicaSetScaling KEEP = new ReplicaSetScaling(Map.of(), false);

    private static ReplicaSetScaling only(ReplicaSet set, int size) {
        return new ReplicaSetScaling(Map.of(set.uid(), size), false);
    }

    Optional<Integer> of(ReplicaSet set) {
        return Optional.ofNullable(byUid.get(set.uid()))
                .filter(size -> refreshAnnotations || size != OwnedReplicaSets.size(set));
    }

    boolean changeAnything(OwnedReplicaSets sets) {
        return sets.all().anyMatch(set -> of(set).isPresent());
    }

    // ---- the Deployment was scaled, or is paused: keep the proportions of the rollout

    static ReplicaSetScaling scaled(Deployment deployment, OwnedReplicaSets sets) {
        int desired = deployment.spec().replicas().orElse(1);
        var single = activeOrLatest(sets);
        if (single.isPresent()) {
            return only(single.get(), desired);
        }
        if (sets.current().filter(set -> isSaturated(set, desired)).isPresent()) {
            return emptied(sets.activeOld());
        }
        return deployment.spec().strategy().type().equals(StrategyTypes.ROLLING_UPDATE)
                ? proportional(deployment, sets, desired)
                : KEEP;
    }

    /// The only set with pods; the newest where none has any; nothing where several have.
    private static Optional<ReplicaSet> activeOrLatest(OwnedReplicaSets sets) {
        var active = sets.active();
        return switch (active.size()) {
            case 0 ->
                sets.current()
                        .or(() -> sets.old().isEmpty()
                                ? Optional.empty()
                                : Optional.of(sets.old().getLast()));
            case 1 -> Optional.of(active.getFirst());
            default -> Optional.empty();
        };
    }

    private static boolean isSaturated(ReplicaSet set, int desired) {
        return OwnedReplicaSets.size(set) == desired
                && set.status().availableReplicas() == desired
                && OwnedReplicaSets.count(set, Annotations.DESIRED_REPLICAS)
                        .filter(annotated -> annotated == desired)
                        .isPresent();
    }

    private static ReplicaSetScaling proportional(Deployment deployment, OwnedReplicaSets sets, int desired) {
        int allowed = desired > 0 ? desired + RolloutLimits.of(deployment).surge() : 0;
        int toAdd = allowed
                - sets.active().stream().mapToInt(OwnedReplicaSets::size).sum();
        var largestFirst =
                sets.active().stream().sorted(largestFirst(toAdd > 0)).toList();
        var sizes = new LinkedHashMap<String, Integer>();
        int added = 0;
        for (var set : largestFirst) {
            int share = toAdd == 0 ? 0 : share(set, deployment, toAdd, added);
            sizes.put(set.uid(), OwnedReplicaSets.size(set) + share);
            added += share;
        }
        if (toAdd != 0 && !largestFirst.isEmpty()) {
            int leftover = toAdd - added;
            sizes.computeIfPresent(largestFirst.getFirst().uid(), (_, size) -> Math.max(0, size + leftover));
        }
        return new ReplicaSetScaling(sizes, true);
    }

    /// Of sets with equal sizes, scaling up favours the newer and scaling down takes from the older.
    private static Comparator<ReplicaSet> largestFirst(boolean isScalingUp) {
        var byAge = isScalingUp ? OwnedReplicaSets.OLDEST_FIRST.reversed() : OwnedReplicaSets.OLDEST_FIRST;
        return Comparator.<ReplicaSet>comparingInt(set -> -OwnedReplicaSets.size(set))
                .thenComparing(byAge);
    }

    /// The part of `toAdd` that keeps the set's proportion, at most what is left to add or
    /// to remove.
    private static int share(ReplicaSet set, Deployment deployment, int toAdd, int added) {
        int left = toAdd - added;
        if (OwnedReplicaSets.size(set) == 0 || left == 0) {
            return 0;
        }
        int exact = exactShare(set, deployment);
        return toAdd > 0 ? Math.min(exact, left) : Math.max(exact, left);
    }

    private static int exactShare(ReplicaSet set, Deployment deployment) {
        int desired = deployment.spec().replicas().orElse(1);
        if (desired == 0) {
            return -OwnedReplicaSets.size(set);
        }
        int maxReplicasBefore = OwnedReplicaSets.count(set, Annotations.MAX_REPLICAS)
                .filter(count -> count > 0)
                .orElse(deployment.status().replicas());
        if (maxReplicasBefore == 0) {
            return 0;
        }
        long maxReplicas = desired + RolloutLimits.of(deployment).surge();
        return (int) Math.round((double) OwnedReplicaSets.size(set) * maxReplicas / maxReplicasBefore)
                - OwnedReplicaSets.size(set);
    }

    // ---- rolling update

    /// The size that the current set may be scaled up to now.
    static int currentSizeWithinSurge(Deployment deployment, OwnedReplicaSets sets, int currentSize) {
        int desired = deployment.spec().replicas().orElse(1);
        if (!deployment.spec().strategy().type().equals(StrategyTypes.ROLLING_UPDATE)) {
            return desired;
        }
        int surgeLeft = desired + RolloutLimits.of(deployment).surge() - sets.size();
        return surgeLeft <= 0 ? currentSize : currentSize + Math.min(surgeLeft, desired - currentSize);
    }

    /// The current set is scaled first; old ones only when it cannot be.
    static ReplicaSetScaling rolling(Deployment deployment, OwnedReplicaSets sets, ReplicaSet current) {
        int desired = deployment.spec().replicas().orElse(1);
        int size = OwnedReplicaSets.size(current);
        int next = size > desired ? desired : grown(deployment, sets, current);
        return next != size ? only(current, next) : scaledDownOld(deployment, sets, current);
    }

    /// A set that is wanted again while it is being scaled down grows once that is done: with the larger size
    /// nobody could tell which of the pods in its status are being deleted. Pods that cannot be deleted are not
    /// waited for.
    private static int grown(Deployment deployment, OwnedReplicaSets sets, ReplicaSet current) {
        int size = OwnedReplicaSets.size(current);
        return OwnedReplicaSets.isBeingScaledDown(current) && !OwnedReplicaSets.hasReplicaFailure(current)
                ? size
                : currentSizeWithinSurge(deployment, sets, size);
    }

    /// Unavailable pods of old sets are removed first, since they serve nobody; then available ones, as long as enough
    /// stay available. Pods of the current set that are not available yet reduce how many may be removed.
    ///
    /// An old set whose last scale-down is under way ends it: its status still counts pods that are ordered away.
    private static ReplicaSetScaling scaledDownOld(Deployment deployment, OwnedReplicaSets sets, ReplicaSet current) {
        int desired = deployment.spec().replicas().orElse(1);
        int minAvailable = desired - RolloutLimits.of(deployment).unavailable();
        int currentUnavailable = OwnedReplicaSets.size(current) - OwnedReplicaSets.stayingAvailable(current);
        int maxScaledDown = sets.size() - minAvailable - currentUnavailable;
        if (maxScaledDown <= 0) {
            return KEEP;
        }
        var sizes = new LinkedHashMap<String, Integer>();
        for (var set : sets.activeOld()) {
            if (maxScaledDown > 0 && OwnedReplicaSets.isBeingScaledDown(set)) {
                return new ReplicaSetScaling(sizes, false);
            }
            int unavailable = OwnedReplicaSets.size(set) - OwnedReplicaSets.stayingAvailable(set);
            int removed = Math.min(maxScaledDown, unavailable);
            sizes.put(set.uid(), OwnedReplicaSets.size(set) - removed);
            maxScaledDown -= removed;
        }
        int spareAvailable = sets.stayingAvailable() - minAvailable;
        for (var set : sets.activeOld()) {
            int removed = Math.max(0, Math.min(spareAvailable, sizes.getOrDefault(set.uid(), 0)));
            sizes.merge(set.uid(), -removed, Integer::sum);
            spareAvailable -= removed;
        }
        return new ReplicaSetScaling(sizes, false);
    }

    // ---- recreate

    static ReplicaSetScaling emptied(List<ReplicaSet> sets) {
        var sizes = new LinkedHashMap<String, Integer>();
        sets.forEach(set -> sizes.put(set.uid(), 0));
        return new ReplicaSetScaling(sizes, false);
    }

    static ReplicaSetScaling full(Deployment deployment, ReplicaSet current) {
        return only(current, deployment.spec().replicas().orElse(1));
    }

    // ---- history

    /// Old sets without pods beyond revisionHistoryLimit, lowest revision first.
    static List<ReplicaSet> beyondHistoryLimit(Deployment deployment, OwnedReplicaSets sets) {
        var limit = deployment.spec().revisionHistoryLimit().filter(count -> count != Integer.MAX_VALUE);
        if (limit.isEmpty()) {
            return List.of();
        }
        var alive = new ArrayList<>(
                sets.old().stream().filter(set -> !set.isDeleting()).toList());
        alive.sort(Comparator.comparingLong(OwnedReplicaSets::revision).thenComparing(OwnedReplicaSets.OLDEST_FIRST));
        return alive.stream()
                .limit(Math.max(0, alive.size() - limit.get()))
                .filter(ReplicaSetScaling::hasNoPods)
                .toList();
    }

    private static boolean hasNoPods(ReplicaSet set) {
        return set.status().replicas() == 0
                && OwnedReplicaSets.size(set) == 0
                && set.metadata().generation() <= set.status().observedGeneration();
    }
}
