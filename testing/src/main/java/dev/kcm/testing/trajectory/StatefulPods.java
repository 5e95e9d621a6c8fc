package dev.kcm.testing.trajectory;

import dev.kcm.model.apps.v1.RollingUpdateStatefulSetStrategy;
import dev.kcm.model.apps.v1.StatefulSet;
import dev.kcm.model.core.v1.Pod;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/// Since when which ordinals of which StatefulSets have no ready pod, for the invariants about them. Breaks no promise
/// itself.
final class StatefulPods implements Invariant {
    private final Map<String, Map<Integer, Instant>> unreadySince = new HashMap<>();

    @Override
    public void check(ObservedChange change, World world, Consumer<Violation> violations) {
        if (!(change.object() instanceof Pod pod)) {
            return;
        }
        var set = World.controllerReference(pod).filter(owner -> owner.kind().equals(StatefulSet.STATEFUL_SETS.kind()));
        var ordinal = ordinal(pod.name());
        if (set.isPresent() && ordinal.isPresent()) {
            var ofSet = unreadySince.computeIfAbsent(set.get().uid(), _ -> new HashMap<>());
            if (change.isRemoval() || !PodFacts.isReady(pod) || pod.isDeleting()) {
                ofSet.putIfAbsent(ordinal.getAsInt(), world.now());
            } else {
                ofSet.remove(ordinal.getAsInt());
            }
        }
    }

    /// The lowest ordinal of these that its set must know to have no ready pod.
    Optional<Integer> knownUnready(StatefulSet set, int from, int to, World world) {
        return allKnownUnready(set, from, to, world).stream().findFirst();
    }

    List<Integer> allKnownUnready(StatefulSet set, int from, int to, World world) {
        return IntStream.range(from, to)
                .filter(ordinal -> isKnownUnready(set, ordinal, world))
                .boxed()
                .toList();
    }

    private boolean isKnownUnready(StatefulSet set, int ordinal, World world) {
        boolean isReady = world.controlled(set.uid(), Pod.class).stream()
                .anyMatch(pod ->
                        pod.name().equals(set.name() + "-" + ordinal) && PodFacts.isReady(pod) && !pod.isDeleting());
        if (isReady) {
            return false;
        }
        var since = unreadySince.getOrDefault(set.uid(), Map.of()).get(ordinal);
        return since == null || world.isLongAgo(since);
    }

    /// The set of a pod, while nothing suggests that its controller acts on another spec than the one there is.
    static Optional<StatefulSet> settled(Pod pod, World world) {
        return world.controllerOf(pod, StatefulSet.class)
                .filter(set -> !set.isDeleting()
                        && set.status().observedGeneration() == set.metadata().generation()
                        && !world.isNamespaceTerminating()
                        && world.settings().runs("statefulset-controller"));
    }

    static OptionalInt ordinal(String name) {
        var digits = name.substring(name.lastIndexOf('-') + 1);
        return digits.matches("[0-9]{1,9}") ? OptionalInt.of(Integer.parseInt(digits)) : OptionalInt.empty();
    }

    static int start(StatefulSet set) {
        return set.spec().ordinals().map(ordinals -> ordinals.start()).orElse(0);
    }

    /// The first ordinal that is not wanted any more.
    static int end(StatefulSet set) {
        return start(set) + set.spec().replicas().orElse(1);
    }

    static boolean isOrdered(StatefulSet set) {
        return !set.spec().podManagementPolicy().equals("Parallel");
    }

    static Optional<RollingUpdateStatefulSetStrategy> rolling(StatefulSet set) {
        return set.spec().updateStrategy().rollingUpdate();
    }
}
