package dev.kcm.controllers.workload.deployment;

import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.apps.v1.ReplicaSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How many pods each ReplicaSet should be asked for, by uid. Pure; sets not mentioned keep their
/// size.
///
/// @param renote also refresh the annotations of sets whose size stays
record ReplicaSetScaling(Map<String, Integer> byUid, boolean renote) {
    static final ReplicaSetScaling KEEP = new ReplicaSetScaling(Map.of(), false);

    private static ReplicaSetScaling only(ReplicaSet set, int size) {
        return new ReplicaSetScaling(Map.of(set.uid(), size), false);
    }

    Optional<Integer> of(ReplicaSet set) {
        return Optional.ofNullable(byUid.get(set.uid())).filter(size -> renote || size != OwnedReplicaSets.size(set));
    }

    boolean changeAnything(OwnedReplicaSets sets) {
        return sets.all().anyMatch(set -> of(set).isPresent());
    }

    // ---- a new size for the Deployment, or a pause: keep the proportions of the rollout

    static ReplicaSetScaling scaled(Deployment deployment, OwnedReplicaSets sets) {
        int wanted = deployment.spec().replicas().orElse(1);
        var single = activeOrLatest(sets);
        if (single.isPresent()) {
            return only(single.get(), wanted);
        }
        if (sets.current().filter(set -> isSaturated(set, wanted)).isPresent()) {
            return emptied(sets.activeOld());
        }
        return deployment.spec().strategy().type().equals(StrategyTypes.ROLLING_UPDATE)
                ? proportional(deployment, sets, wanted)
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

    private static boolean isSaturated(ReplicaSet set, int wanted) {
        return OwnedReplicaSets.size(set) == wanted
                && set.status().availableReplicas() == wanted
                && OwnedReplicaSets.count(set, Annotations.DESIRED_REPLICAS)
                        .filter(desired -> desired == wanted)
                        .isPresent();
    }

    private static ReplicaSetScaling proportional(Deployment deployment, OwnedReplicaSets sets, int wanted) {
        int allowed = wanted > 0 ? wanted + RolloutLimits.of(deployment).surge() : 0;
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

    /// Equal sizes: growing favours the newer, shrinking takes from the older first.
    private static Comparator<ReplicaSet> largestFirst(boolean growing) {
        var byAge = growing ? OwnedReplicaSets.OLDEST_FIRST.reversed() : OwnedReplicaSets.OLDEST_FIRST;
        return Comparator.<ReplicaSet>comparingInt(set -> -OwnedReplicaSets.size(set))
                .thenComparing(byAge);
    }

    /// The part of `toAdd` that keeps a set's share of the whole, never going past what is left to
    /// add or take.
    private static int share(ReplicaSet set, Deployment deployment, int toAdd, int added) {
        int left = toAdd - added;
        if (OwnedReplicaSets.size(set) == 0 || left == 0) {
            return 0;
        }
        int exact = exactShare(set, deployment);
        return toAdd > 0 ? Math.min(exact, left) : Math.max(exact, left);
    }

    private static int exactShare(ReplicaSet set, Deployment deployment) {
        int wanted = deployment.spec().replicas().orElse(1);
        if (wanted == 0) {
            return -OwnedReplicaSets.size(set);
        }
        int wholeBefore = OwnedReplicaSets.count(set, Annotations.MAX_REPLICAS)
                .filter(count -> count > 0)
                .orElse(deployment.status().replicas());
        if (wholeBefore == 0) {
            return 0;
        }
        long wholeNow = wanted + RolloutLimits.of(deployment).surge();
        return (int) Math.round((double) OwnedReplicaSets.size(set) * wholeNow / wholeBefore)
                - OwnedReplicaSets.size(set);
    }

    // ---- rolling update

    /// How large the current set may be made now.
    static int grown(Deployment deployment, OwnedReplicaSets sets, int currentSize) {
        int wanted = deployment.spec().replicas().orElse(1);
        if (!deployment.spec().strategy().type().equals(StrategyTypes.ROLLING_UPDATE)) {
            return wanted;
        }
        int room = wanted + RolloutLimits.of(deployment).surge() - sets.size();
        return room <= 0 ? currentSize : currentSize + Math.min(room, wanted - currentSize);
    }

    /// First the current set moves towards its goal; only when it cannot, old ones give way.
    static ReplicaSetScaling rolling(Deployment deployment, OwnedReplicaSets sets, ReplicaSet current) {
        int wanted = deployment.spec().replicas().orElse(1);
        int size = OwnedReplicaSets.size(current);
        int next = size > wanted ? wanted : grown(deployment, sets, size);
        return next != size ? only(current, next) : shrunkOld(deployment, sets, current);
    }

    /// Unavailable pods of old sets go first, since losing them costs nothing; then available ones,
    /// as far as enough stay available. Pods of the current set that are not available yet count
    /// against what may go.
    private static ReplicaSetScaling shrunkOld(Deployment deployment, OwnedReplicaSets sets, ReplicaSet current) {
        int wanted = deployment.spec().replicas().orElse(1);
        int minAvailable = wanted - RolloutLimits.of(deployment).unavailable();
        int notYet = OwnedReplicaSets.size(current) - current.status().availableReplicas();
        int mayGo = sets.size() - minAvailable - notYet;
        if (mayGo <= 0) {
            return KEEP;
        }
        var sizes = new LinkedHashMap<String, Integer>();
        for (var set : sets.activeOld()) {
            int unavailable =
                    Math.max(0, OwnedReplicaSets.size(set) - set.status().availableReplicas());
            int going = Math.min(mayGo, unavailable);
            sizes.put(set.uid(), OwnedReplicaSets.size(set) - going);
            mayGo -= going;
        }
        int spare = sets.available() - minAvailable;
        for (var set : sets.activeOld()) {
            int going = Math.max(0, Math.min(spare, sizes.getOrDefault(set.uid(), 0)));
            sizes.merge(set.uid(), -going, Integer::sum);
            spare -= going;
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

    /// Old sets beyond the limit that have nothing left to do, lowest revision first.
    static List<ReplicaSet> expendable(Deployment deployment, OwnedReplicaSets sets) {
        var limit = deployment.spec().revisionHistoryLimit().filter(count -> count != Integer.MAX_VALUE);
        if (limit.isEmpty()) {
            return List.of();
        }
        var alive = new ArrayList<>(
                sets.old().stream().filter(set -> !set.isDeleting()).toList());
        alive.sort(Comparator.comparingLong(OwnedReplicaSets::revision).thenComparing(OwnedReplicaSets.OLDEST_FIRST));
        return alive.stream()
                .limit(Math.max(0, alive.size() - limit.get()))
                .filter(ReplicaSetScaling::hasNothingLeft)
                .toList();
    }

    private static boolean hasNothingLeft(ReplicaSet set) {
        return set.status().replicas() == 0
                && OwnedReplicaSets.size(set) == 0
                && set.metadata().generation() <= set.status().observedGeneration();
    }
}
