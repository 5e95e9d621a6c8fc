package dev.kcm.testing.trajectory;

import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.resource.v1.ResourceClaim;
import dev.kcm.model.resource.v1.ResourceClaimConsumerReference;
import java.util.List;
import java.util.function.Consumer;

/// Nobody takes a claim for devices from a pod that may run: it stays reserved, and with that allocated, as long as the
/// pod is there and not done.
final class ClaimsInUseStay implements Invariant {
    private static final String NAME = "claims-in-use-stay";

    @Override
    public void check(ObservedChange change, World world, Consumer<Violation> violations) {
        if (!(change.object() instanceof ResourceClaim claim)
                || world.userWrites().changed(claim)
                || world.isNamespaceTerminating()) {
            return;
        }
        List<ResourceClaimConsumerReference> left =
                change.isRemoval() ? List.of() : claim.status().reservedFor();
        change.before().map(before -> ((ResourceClaim) before).status().reservedFor()).orElse(List.of()).stream()
                .filter(consumer -> !left.contains(consumer))
                .flatMap(consumer -> world.find(consumer.uid(), Pod.class).stream())
                .filter(ClaimsInUseStay::mayRun)
                .findFirst()
                .ifPresent(pod -> violations.accept(Violation.of(
                        NAME, claim, "was taken from pod %s, which may run".formatted(pod.name()), change)));
    }

    /// Also one that is going, if it has a node: its containers may still run there.
    private static boolean mayRun(Pod pod) {
        return !PodFacts.isFinished(pod)
                && (!pod.isDeleting() || !pod.spec().nodeName().isEmpty());
    }
}
