package dev.kcm.testing.trajectory;

import dev.kcm.model.apps.v1.StatefulSet;
import dev.kcm.model.core.v1.Pod;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// A StatefulSet deletes a live pod that it wants only to update it: not below its partition, not where pods are
/// updated
/// when others delete them, and not while as many others are unavailable as may be.
final class StatefulUpdatesInTurn implements Invariant {
    private static final String NAME = "stateful-updates";
    private static final String REVISION = "controller-revision-hash";
    private static final Set<String> EVICTORS =
            Set.of("pod-garbage-collector-controller", "taint-eviction-controller", "device-taint-eviction-controller");

    private final StatefulPods pods;

    StatefulUpdatesInTurn(StatefulPods pods) {
        this.pods = pods;
    }

    @Override
    public void check(ObservedChange change, World world, Consumer<Violation> violations) {
        if (!(change.object() instanceof Pod pod)
                || !change.beginsDeletion()
                || world.userWrites().deleted(pod)
                || EVICTORS.stream().anyMatch(world.settings()::runs)
                || change.before().map(Pod.class::cast).filter(PodFacts::isLive).isEmpty()) {
            return;
        }
        var ordinal = StatefulPods.ordinal(pod.name());
        StatefulPods.settled(pod, world)
                .filter(set -> ordinal.isPresent()
                        && ordinal.getAsInt() >= StatefulPods.start(set)
                        && ordinal.getAsInt() < StatefulPods.end(set))
                .flatMap(set -> fault(set, pod, ordinal.getAsInt(), world)
                        .map(fault ->
                                Violation.of(NAME, set, "pod %s was deleted, %s".formatted(pod.name(), fault), change)))
                .ifPresent(violations);
    }

    private Optional<String> fault(StatefulSet set, Pod pod, int ordinal, World world) {
        var rolling = StatefulPods.rolling(set);
        if (set.spec().updateStrategy().type().equals("OnDelete")) {
            return Optional.of("which only others may do");
        }
        int partition = rolling.flatMap(it -> it.partition()).orElse(0);
        if (ordinal < StatefulPods.start(set) + partition) {
            return Optional.of("which is below partition " + partition);
        }
        if (set.status().updateRevision().equals(pod.labels().get(REVISION))) {
            return Optional.of("which is of the newest revision");
        }
        return fault(set, ordinal, world);
    }

    private Optional<String> fault(StatefulSet set, int ordinal, World world) {
        int most = StatefulPods.rolling(set)
                .flatMap(it -> it.maxUnavailable())
                .map(it -> Math.max(1, it.scaled(set.spec().replicas().orElse(1), false)))
                .orElse(1);
        int from = StatefulPods.isOrdered(set) ? StatefulPods.start(set) : ordinal + 1;
        var unready = pods.allKnownUnready(set, from, StatefulPods.end(set), world).stream()
                .filter(other -> other != ordinal)
                .toList();
        return unready.size() >= most
                ? Optional.of("while ordinals %s had no ready pods".formatted(unready))
                : Optional.empty();
    }
}
