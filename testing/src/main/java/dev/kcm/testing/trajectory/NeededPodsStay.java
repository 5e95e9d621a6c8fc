package dev.kcm.testing.trajectory;

import dev.kcm.model.KubeObject;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.ReplicationController;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// No controller deletes a live pod that its set still needs. Those that evict pods for the sake of a node are an
/// exception.
final class NeededPodsStay implements Invariant {
    private static final String NAME = "needed-pods-stay";
    private static final Set<String> EVICTORS =
            Set.of("pod-garbage-collector-controller", "taint-eviction-controller", "device-taint-eviction-controller");

    private final RolloutLimits limits;

    NeededPodsStay(RolloutLimits limits) {
        this.limits = limits;
    }

    @Override
    public void check(ObservedChange change, World world, Consumer<Violation> violations) {
        if (!(change.object() instanceof Pod pod)
                || !change.beginsDeletion()
                || world.userWrites().deleted(pod)
                || world.isNamespaceTerminating()
                || EVICTORS.stream().anyMatch(world.settings()::runs)
                || change.before().map(Pod.class::cast).filter(PodFacts::isLive).isEmpty()) {
            return;
        }
        controllingSet(pod, world).filter(set -> !set.isDeleting()).ifPresent(set -> {
            long left = world.controlled(set.uid(), Pod.class).stream()
                    .filter(PodFacts::isLive)
                    .count();
            int wanted = limits.fewestWanted(set, world);
            if (left < wanted) {
                violations.accept(Violation.of(
                        NAME,
                        set,
                        "pod %s was deleted, which leaves %d pods of %d".formatted(pod.name(), left, wanted),
                        change));
            }
        });
    }

    private static Optional<KubeObject> controllingSet(Pod pod, World world) {
        return World.controllerReference(pod)
                .flatMap(owner -> world.find(owner.uid()))
                .filter(it -> it instanceof ReplicaSet || it instanceof ReplicationController);
    }
}
