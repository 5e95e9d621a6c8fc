package dev.kcm.testing.trajectory;

import dev.kcm.model.apps.v1.DaemonSet;
import dev.kcm.model.apps.v1.RollingUpdateDaemonSet;
import dev.kcm.model.core.v1.Pod;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// A DaemonSet deletes the only ready pod of a node it runs on only to update it: not where pods are updated when
/// others
/// delete them, not before the new one is ready where it surges, and not while on as many other nodes pods are
/// unavailable
/// as may be.
final class DaemonUpdatesInTurn implements Invariant {
    private static final String NAME = "daemon-updates-in-turn";
    private static final Set<String> EVICTORS =
            Set.of("pod-garbage-collector-controller", "taint-eviction-controller", "device-taint-eviction-controller");

    private final DaemonPods pods;

    DaemonUpdatesInTurn(DaemonPods pods) {
        this.pods = pods;
    }

    @Override
    public void check(ObservedChange change, World world, Consumer<Violation> violations) {
        if (!(change.object() instanceof Pod pod)
                || !change.beginsDeletion()
                || world.userWrites().deleted(pod)
                || EVICTORS.stream().anyMatch(world.settings()::runs)
                || !wasReady(change, world)) {
            return;
        }
        var node = DaemonPods.target(pod).filter(name -> pods.isOpen(pod, name));
        if (node.isEmpty() || world.userWrites().changed(pod)) {
            return;
        }
        DaemonPods.settled(pod, world)
                .flatMap(set -> fault(set, pod, node.get(), world)
                        .map(fault -> Violation.of(
                                NAME,
                                set,
                                "pod %s of node %s was deleted, %s".formatted(pod.name(), node.get(), fault),
                                change)))
                .ifPresent(violations);
    }

    private Optional<String> fault(DaemonSet set, Pod pod, String node, World world) {
        if (DaemonPods.beside(pod, set, world).stream().anyMatch(PodFacts::isReady)) {
            return Optional.empty();
        }
        if (set.spec().updateStrategy().type().equals("OnDelete")) {
            return Optional.of("which only others may do");
        }
        if (DaemonPods.surges(set)) {
            return Optional.of("and none beside it is ready");
        }
        var unready = pods.knownUnready(set, pod, node, world);
        return unready.size() >= most(set)
                ? Optional.of("while nodes %s had no ready pods".formatted(unready))
                : Optional.empty();
    }

    private static int most(DaemonSet set) {
        int nodes = set.status().desiredNumberScheduled();
        return set.spec()
                .updateStrategy()
                .rollingUpdate()
                .flatMap(RollingUpdateDaemonSet::maxUnavailable)
                .map(limit -> Math.max(1, limit.scaled(nodes, true)))
                .orElse(1);
    }

    /// A deletion that was ordered while the pod was not ready may wait for the client's limits until it is.
    private static boolean wasReady(ObservedChange change, World world) {
        return change.before()
                .map(Pod.class::cast)
                .filter(pod -> PodFacts.isLive(pod) && PodFacts.isReady(pod))
                .flatMap(world::readySince)
                .filter(world::isLongAgo)
                .isPresent();
    }
}
