package dev.kcm.testing.trajectory;

import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.apps.v1.ReplicaSet;
import java.util.function.Consumer;

/// A Deployment's sets never ask for more pods together than `replicas` and `maxSurge` allow. There may be more pods
/// than that: those that wait for their deletion under a rate limit.
final class DeploymentSurge implements Invariant {
    private static final String NAME = "deployment-surge";

    private final RolloutLimits limits;

    DeploymentSurge(RolloutLimits limits) {
        this.limits = limits;
    }

    @Override
    public void check(ObservedChange change, World world, Consumer<Violation> violations) {
        if (!(change.object() instanceof ReplicaSet set)
                || change.isRemoval()
                || world.userWrites().changed(set)
                || world.userWrites().created(set)
                || !world.settings().runs("deployment-controller")) {
            return;
        }
        int was = change.before()
                .map(ReplicaSet.class::cast)
                .map(RolloutLimits::replicas)
                .orElse(0);
        if (RolloutLimits.replicas(set) <= was) {
            return;
        }
        world.controllerOf(set, Deployment.class).ifPresent(deployment -> {
            int asked = world.controlled(deployment.uid(), ReplicaSet.class).stream()
                    .mapToInt(RolloutLimits::replicas)
                    .sum();
            int most = limits.mostAskedFor(deployment);
            if (asked > most) {
                violations.accept(Violation.of(
                        NAME,
                        deployment,
                        "ReplicaSet %s was scaled from %d to %d, and all sets ask for %d pods of at most %d"
                                .formatted(set.name(), was, RolloutLimits.replicas(set), asked, most),
                        change));
            }
        });
    }
}
