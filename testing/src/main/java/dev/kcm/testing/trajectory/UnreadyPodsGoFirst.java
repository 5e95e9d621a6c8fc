package dev.kcm.testing.trajectory;

import dev.kcm.model.KubeObject;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.ReplicationController;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// A set with too many pods deletes no ready one while it keeps one that has never been ready.
final class UnreadyPodsGoFirst implements Invariant {
    private static final String NAME = "unready-pods-go-first";

    private record DeletedPod(Pod pod, ObservedChange change) {}

    private final Map<String, List<DeletedPod>> deletedReady = new HashMap<>();
    private final Map<String, Instant> everReady = new HashMap<>();
    private final Map<String, Instant> controlledSince = new HashMap<>();

    @Override
    public void check(ObservedChange change, World world, Consumer<Violation> violations) {
        if (!(change.object() instanceof Pod pod)) {
            if (isSet(change.object())) {
                judge(change.object(), world, violations);
            }
            return;
        }
        if (PodFacts.isReady(pod)) {
            everReady.putIfAbsent(pod.uid(), world.now());
        }
        var owner = World.controllerReference(pod)
                .flatMap(it -> world.find(it.uid()))
                .filter(UnreadyPodsGoFirst::isSet);
        owner.ifPresent(set -> {
            controlledSince.putIfAbsent(pod.uid(), world.now());
            if (isOrderedAway(pod, change, world)) {
                deletedReady.computeIfAbsent(set.uid(), _ -> new ArrayList<>()).add(new DeletedPod(pod, change));
            }
            judge(set, world, violations);
        });
    }

    @Override
    public void end(World world, Consumer<Violation> violations) {
        List.copyOf(deletedReady.keySet())
                .forEach(uid -> world.find(uid).ifPresent(set -> judge(set, world, violations)));
    }

    private boolean isOrderedAway(Pod pod, ObservedChange change, World world) {
        boolean wasReadyForLong = everReady.containsKey(pod.uid())
                && world.isLongAgo(everReady.get(pod.uid()))
                && change.before()
                        .map(Pod.class::cast)
                        .filter(PodFacts::isReady)
                        .isPresent();
        return change.beginsDeletion()
                && wasReadyForLong
                && !world.userWrites().deleted(pod)
                && !world.isNamespaceTerminating();
    }

    /// Once a set has no more pods than it should: the deletions of one sync come in any order.
    private void judge(KubeObject set, World world, Consumer<Violation> violations) {
        var deleted = deletedReady.get(set.uid());
        var live = world.controlled(set.uid(), Pod.class).stream()
                .filter(PodFacts::isLive)
                .toList();
        if (deleted == null || set.isDeleting() || live.size() > replicas(set)) {
            return;
        }
        deletedReady.remove(set.uid());
        for (var survivor : live) {
            deleted.stream()
                    .filter(it -> wasPreferable(survivor, it, world))
                    .findFirst()
                    .ifPresent(it -> violations.accept(Violation.of(
                            NAME,
                            set,
                            "pod %s was ready and was deleted, pod %s has never been ready and stayed"
                                    .formatted(it.pod().name(), survivor.name()),
                            it.change())));
        }
    }

    /// Whoever controls a pod has seen that it is there, and nobody can have seen it ready.
    private boolean wasPreferable(Pod survivor, DeletedPod deleted, World world) {
        return !everReady.containsKey(survivor.uid())
                && !controlledSince
                        .getOrDefault(survivor.uid(), world.now())
                        .isAfter(deleted.change().at());
    }

    /// Of other owners' pods, a Job's for one, each has a part of its own.
    private static boolean isSet(KubeObject object) {
        return object instanceof ReplicaSet || object instanceof ReplicationController;
    }

    private static int replicas(KubeObject set) {
        return switch (set) {
            case ReplicaSet it -> RolloutLimits.replicas(it);
            case ReplicationController it -> RolloutLimits.replicas(it);
            default -> Integer.MAX_VALUE;
        };
    }
}
