package dev.kcm.testing.trajectory;

import dev.kcm.model.apps.v1.DaemonSet;
import dev.kcm.model.core.v1.Pod;
import java.util.function.Consumer;

/// A DaemonSet creates a pod only for a node that has none of it, not even one that terminates. One that surges may
/// have
/// one pod there that stays. And the node must be one it may run on.
final class OneDaemonPodPerNode implements Invariant {
    private static final String NAME = "one-daemon-pod-per-node";
    private static final String CONTROLLER = "daemonset-controller";

    private final DaemonPods pods;

    OneDaemonPodPerNode(DaemonPods pods) {
        this.pods = pods;
    }

    @Override
    public void check(ObservedChange change, World world, Consumer<Violation> violations) {
        if (!(change.object() instanceof Pod pod)
                || !change.isAddition()
                || change.isInitial()
                || world.userWrites().created(pod)
                || !world.settings().runs(CONTROLLER)) {
            return;
        }
        world.controllerOf(pod, DaemonSet.class).ifPresent(set -> {
            var node = DaemonPods.target(pod);
            if (node.isEmpty()) {
                violations.accept(Violation.of(NAME, set, "pod %s is for no node".formatted(pod.name()), change));
                return;
            }
            pods.mismatch(pod, node.get(), world)
                    .map(why -> "pod %s was created for node %s, %s".formatted(pod.name(), node.get(), why))
                    .map(text -> Violation.of(NAME, set, text, change))
                    .ifPresent(violations);
            if (isCrowded(pod, set, world)) {
                violations.accept(Violation.of(
                        NAME,
                        set,
                        "pod %s was created for node %s, which has %s"
                                .formatted(
                                        pod.name(),
                                        node.get(),
                                        DaemonPods.beside(pod, set, world).stream()
                                                .map(Pod::name)
                                                .toList()),
                        change));
            }
        });
    }

    private static boolean isCrowded(Pod pod, DaemonSet set, World world) {
        // What others made, and the set adopted, it may not have known.
        var beside = DaemonPods.beside(pod, set, world).stream()
                .filter(other -> !world.userWrites().created(other)
                        && !world.userWrites().changed(other))
                .toList();
        long most = DaemonPods.surges(set) ? 1 : 0;
        boolean mayHaveSurged = set.status().observedGeneration() != 0
                && set.status().observedGeneration() != set.metadata().generation();
        return !mayHaveSurged
                && (most == 0
                        ? !beside.isEmpty()
                        : beside.stream().filter(PodFacts::isLive).count() > most);
    }
}
