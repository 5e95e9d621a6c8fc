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
record Sizes(Map<String, Integer> byUid, boolean renote) {
    static final Sizes KEEP = new Sizes(Map.of(), false);

    private static Sizes only(ReplicaSet set, int size) {
        return new Sizes(Map.of(set.uid(), size), false);
    }

    Optional<Integer> of(ReplicaSet set) {
        return Optional.ofNullable(byUid.get(set.uid())).filter(size -> renote || size != Sets.size(set));
    }

    boolean changeAnything(Sets sets) {
        return sets.all().anyMatch(set -> of(set).isPresent());
    }

    // ---- a new size for the Deployment, or a pause: keep the proportions of the rollout

    static Sizes scaled(Deployment deployment, Sets sets) {
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
    private static Optional<ReplicaSet> activeOrLatest(Sets sets) {
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
        return Sets.size(set) == wanted
                && set.status().availableReplicas() == wanted
                && Sets.count(set, Annotations.DESIRED_REPLICAS)
                        .filter(desired -> desired == wanted)
                        .isPresent();
    }

    private static Sizes proportional(Deployment deployment, Sets sets, int wanted) {
        int allowed = wanted > 0 ? wanted + Fenceposts.of(deployment).surge() : 0;
        int toAdd = allowed - sets.active().stream().mapToInt(Sets::size).sum();
        var largestFirst =
                sets.active().stream().sorted(largestFirst(toAdd > 0)).toList();
        var sizes = new LinkedHashMap<String, Integer>();
        int added = 0;
        for (var set : largestFirst) {
            int share = toAdd == 0 ? 0 : share(set, deployment, toAdd, added);
            sizes.put(set.uid(), Sets.size(set) + share);
            added += share;
        }
        if (toAdd != 0 && !largestFirst.isEmpty()) {
            int leftover = toAdd - added;
            sizes.computeIfPresent(largestFirst.getFirst().uid(), (_, size) -> Math.max(0, size + leftover));
        }
        return new Sizes(sizes, true);
    }

    /// Equal sizes: growing favours the newer, shrinking takes from the older first.
    private static Comparator<ReplicaSet> largestFirst(boolean growing) {
        var byAge = growing ? Sets.OLDEST_FIRST.reversed() : Sets.OLDEST_FIRST;
        return Comparator.<ReplicaSet>comparingInt(set -> -Sets.size(set)).thenComparing(byAge);
    }

    /// The part of `toAdd` that keeps a set's share of the whole, never going past what is left to
    /// add or take.
    private static int share(ReplicaSet set, Deployment deployment, int toAdd, int added) {
        int left = toAdd - added;
        if (Sets.size(set) == 0 || left == 0) {
            return 0;
        }
        int exact = exactShare(set, deployment);
        return toAdd > 0 ? Math.min(exact, left) : Math.max(exact, left);
    }

    private static int exactShare(ReplicaSet set, Deployment deployment) {
        int wanted = deployment.spec().replicas().orElse(1);
        if (wanted == 0) {
            return -Sets.size(set);
        }
        int wholeBefore = Sets.count(set, Annotations.MAX_REPLICAS)
                .filter(count -> count > 0)
                .orElse(deployment.status().replicas());
        if (wholeBefore == 0) {
            return 0;
        }
        long wholeNow = wanted + Fenceposts.of(deployment).surge();
        return (int) Math.round((double) Sets.size(set) * wholeNow / wholeBefore) - Sets.size(set);
    }

    // ---- rolling update

    /// How large the current set may be made now.
    static int grown(Deployment deployment, Sets sets, int currentSize) {
        int wanted = deployment.spec().replicas().orElse(1);
        if (!deployment.spec().strategy().type().equals(StrategyTypes.ROLLING_UPDATE)) {
            return wanted;
        }
        int room = wanted + Fenceposts.of(deployment).surge() - sets.size();
        return room <= 0 ? currentSize : currentSize + Math.min(room, wanted - currentSize);
    }

    /// First the current set moves towards its goal; only when it cannot, old ones give way.
    static Sizes rolling(Deployment deployment, Sets sets, ReplicaSet current) {
        int wanted = deployment.spec().replicas().orElse(1);
        int size = Sets.size(current);
        int next = size > wanted ? wanted : grown(deployment, sets, size);
        return next != size ? only(current, next) : shrunkOld(deployment, sets, current);
    }

    /// Unavailable pods of old sets go first, since losing them costs nothing; then available ones,
    /// as far as enough stay available. Pods of the current set that are not available yet count
    /// against what may go.
    private static Sizes shrunkOld(Deployment deployment, Sets sets, ReplicaSet current) {
        int wanted = deployment.spec().replicas().orElse(1);
        int minAvailable = wanted - Fenceposts.of(deployment).unavailable();
        int notYet = Sets.size(current) - current.status().availableReplicas();
        int mayGo = sets.size() - minAvailable - notYet;
        if (mayGo <= 0) {
            return KEEP;
        }
        var sizes = new LinkedHashMap<String, Integer>();
        for (var set : sets.activeOld()) {
            int unavailable = Math.max(0, Sets.size(set) - set.status().availableReplicas());
            int going = Math.min(mayGo, unavailable);
            sizes.put(set.uid(), Sets.size(set) - going);
            mayGo -= going;
        }
        int spare = sets.available() - minAvailable;
        for (var set : sets.activeOld()) {
            int going = Math.max(0, Math.min(spare, sizes.getOrDefault(set.uid(), 0)));
            sizes.merge(set.uid(), -going, Integer::sum);
            spare -= going;
        }
        return new Sizes(sizes, false);
    }

    // ---- recreate

    static Sizes emptied(List<ReplicaSet> sets) {
        var sizes = new LinkedHashMap<String, Integer>();
        sets.forEach(set -> sizes.put(set.uid(), 0));
        return new Sizes(sizes, false);
    }

    static Sizes full(Deployment deployment, ReplicaSet current) {
        return only(current, deployment.spec().replicas().orElse(1));
    }

    // ---- history

    /// Old sets beyond the limit that have nothing left to do, lowest revision first.
    static List<ReplicaSet> expendable(Deployment deployment, Sets sets) {
        var limit = deployment.spec().revisionHistoryLimit().filter(count -> count != Integer.MAX_VALUE);
        if (limit.isEmpty()) {
            return List.of();
        }
        var alive = new ArrayList<>(
                sets.old().stream().filter(set -> !set.isDeleting()).toList());
        alive.sort(Comparator.comparingLong(Sets::revision).thenComparing(Sets.OLDEST_FIRST));
        return alive.stream()
                .limit(Math.max(0, alive.size() - limit.get()))
                .filter(Sizes::hasNothingLeft)
                .toList();
    }

    private static boolean hasNothingLeft(ReplicaSet set) {
        return set.status().replicas() == 0
                && Sets.size(set) == 0
                && set.metadata().generation() <= set.status().observedGeneration();
    }
}
