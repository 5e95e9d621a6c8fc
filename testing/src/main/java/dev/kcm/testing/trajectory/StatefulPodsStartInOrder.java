package dev.kcm.testing.trajectory;

import dev.kcm.model.core.v1.Pod;
import java.util.function.Consumer;

/// A StatefulSet has one pod of an ordinal at most, and one that works in order starts none before the ones below it
/// are
/// ready.
final class StatefulPodsStartInOrder implements Invariant {
    private static final String NAME = "stateful-order";

    private final StatefulPods pods;

    StatefulPodsStartInOrder(StatefulPods pods) {
        this.pods = pods;
    }

    @Override
    public void check(ObservedChange change, World world, Consumer<Violation> violations) {
        if (!(change.object() instanceof Pod pod)
                || !change.isAddition()
                || change.isInitial()
                || world.userWrites().created(pod)) {
            return;
        }
        var ordinal = StatefulPods.ordinal(pod.name());
        StatefulPods.settled(pod, world).filter(_ -> ordinal.isPresent()).ifPresent(set -> {
            world.controlled(set.uid(), Pod.class).stream()
                    .filter(other -> !other.uid().equals(pod.uid())
                            && StatefulPods.ordinal(other.name()).equals(ordinal))
                    .forEach(other -> violations.accept(Violation.of(
                            NAME, set, "pod %s was created beside %s".formatted(pod.name(), other.name()), change)));
            if (StatefulPods.isOrdered(set)) {
                pods.knownUnready(set, StatefulPods.start(set), ordinal.getAsInt(), world)
                        .ifPresent(below -> violations.accept(Violation.of(
                                NAME,
                                set,
                                "pod %s was created while ordinal %d had no ready pod".formatted(pod.name(), below),
                                change)));
            }
        });
    }
}
