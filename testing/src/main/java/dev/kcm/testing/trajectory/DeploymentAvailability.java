package dev.kcm.testing.trajectory;

import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.core.v1.Pod;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;

/// A Deployment's controllers order no more available pods away than `maxUnavailable` lets them: neither by what its
/// sets are scaled down to, nor by the pods that are deleted.
///
/// One thing it may do: when its own size changes, or it adopts a set of another size, while several sets have pods,
/// each
/// is resized in proportion, and whether their pods are available does not count. Upstream's v1.36.3 does so as well
/// (`scale` in `pkg/controller/deployment/sync.go`). From there on no fewer than that left.
final class DeploymentAvailability implements Invariant {
    private static final String NAME = "deployment-availability";

    private static final String DESIRED_REPLICAS = "deployment.kubernetes.io/desired-replicas";

    private final RolloutLimits limits;
    private final Map<String, Remainder> remainders = new HashMap<>();

    /// What resizing in proportion left of a Deployment.
    private record Remainder(int available, Instant at) {}

    DeploymentAvailability(RolloutLimits limits) {
        this.limits = limits;
    }

    @Override
    public void check(ObservedChange change, World world, Consumer<Violation> violations) {
        switch (change.object()) {
            case ReplicaSet set
            when change.before().isPresent() && !change.isRemoval() ->
                scaled((ReplicaSet) change.before().get(), set, change, world, violations);
            case Pod pod
            when change.beginsDeletion() && !world.userWrites().deleted(pod) -> deleted(pod, change, world, violations);
            default -> {}
        }
    }

    private void scaled(
            ReplicaSet before, ReplicaSet set, ObservedChange change, World world, Consumer<Violation> violations) {
        int was = RolloutLimits.replicas(before);
        int is = RolloutLimits.replicas(set);
        if (is >= was || world.userWrites().changed(set)) {
            return;
        }
        world.controllerOf(set, Deployment.class)
                .filter(deployment -> isPromised(deployment, world))
                .ifPresent(deployment -> {
                    int left = available(deployment, world, RolloutLimits::replicas);
                    int had = left + knownAvailable(before, deployment, world) - stays(set, is, deployment, world);
                    if (isInProportion(before, set, deployment, world)) {
                        remainders.put(deployment.uid(), new Remainder(left, world.now()));
                    }
                    leastOf(limits.leastAvailable(deployment), deployment, world)
                            .filter(least -> left < least && left < had)
                            .ifPresent(least -> violations.accept(Violation.of(
                                    NAME,
                                    deployment,
                                    "ReplicaSet %s was scaled from %d to %d, which leaves %d available pods of at least %d"
                                            .formatted(set.name(), was, is, left, least),
                                    change)));
                });
    }

    private void deleted(Pod pod, ObservedChange change, World world, Consumer<Violation> violations) {
        // A deletion that was ordered while the pod was not ready may wait for the client's limits until it is.
        boolean wasReady = change.before()
                .map(Pod.class::cast)
                .filter(PodFacts::isReady)
                .flatMap(world::readySince)
                .filter(world::isLongAgo)
                .isPresent();
        var set = world.controllerOf(pod, ReplicaSet.class).filter(it -> !it.isDeleting());
        if (!wasReady || set.isEmpty()) {
            return;
        }
        world.controllerOf(set.get(), Deployment.class)
                .filter(deployment -> isPromised(deployment, world))
                .ifPresent(deployment -> {
                    int left = available(deployment, world, _ -> Integer.MAX_VALUE);
                    leastOf(limits.leastAvailable(deployment, set.get(), world), deployment, world)
                            .filter(least -> left < least)
                            .ifPresent(least -> violations.accept(Violation.of(
                                    NAME,
                                    deployment,
                                    "pod %s was deleted, which leaves %d available pods of at least %d"
                                            .formatted(pod.name(), left, least),
                                    change)));
                });
    }

    private Optional<Integer> leastOf(OptionalInt promised, Deployment deployment, World world) {
        int remainder = Optional.ofNullable(remainders.get(deployment.uid()))
                .filter(it -> !world.isLongAgo(it.at()))
                .map(Remainder::available)
                .orElse(Integer.MAX_VALUE);
        return promised.stream().mapToObj(least -> Math.min(least, remainder)).findFirst();
    }

    /// Each set remembers which size of the Deployment its own was made for.
    private static boolean isInProportion(ReplicaSet before, ReplicaSet set, Deployment deployment, World world) {
        var madeFor = before.metadata().annotations().get(DESIRED_REPLICAS);
        return madeFor != null
                && !madeFor.equals(set.metadata().annotations().get(DESIRED_REPLICAS))
                && world.controlled(deployment.uid(), ReplicaSet.class).stream()
                        .anyMatch(it -> !it.uid().equals(set.uid()) && RolloutLimits.replicas(it) > 0);
    }

    private boolean isPromised(Deployment deployment, World world) {
        return world.settings().runs("deployment-controller")
                && !deployment.isDeleting()
                && !world.isNamespaceTerminating()
                && !limits.isDisturbed(deployment, world);
    }

    /// Pods that are available and stay so, if each set keeps as many as it is asked for.
    private static int available(Deployment deployment, World world, ToIntFunction<ReplicaSet> kept) {
        return world.controlled(deployment.uid(), ReplicaSet.class).stream()
                .mapToInt(set -> stays(set, kept.applyAsInt(set), deployment, world))
                .sum();
    }

    /// As its controller knew, which writes on the version it has read: what the status does not say yet is not known.
    private static int knownAvailable(ReplicaSet before, Deployment deployment, World world) {
        int known = before.status().availableReplicas();
        return stays(before, Math.min(known, RolloutLimits.replicas(before)), deployment, world);
    }

    private static int stays(ReplicaSet set, int kept, Deployment deployment, World world) {
        return Math.min(available(set, deployment, world), kept);
    }

    private static int available(ReplicaSet set, Deployment deployment, World world) {
        return (int) world.controlled(set.uid(), Pod.class).stream()
                .filter(pod -> PodFacts.isAvailable(pod, deployment.spec().minReadySeconds(), world))
                .count();
    }
}
