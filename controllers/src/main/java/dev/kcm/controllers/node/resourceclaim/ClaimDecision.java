package dev.kcm.controllers.node.resourceclaim;

import dev.kcm.model.resource.v1.ResourceClaim;
import dev.kcm.model.resource.v1.ResourceClaimConsumerReference;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.util.ArrayList;
import java.util.List;

/// Takes consumers off a claim that do not use it any more. With the last one it is deallocated and, if it was made
/// for a pod that is done, deleted.
///
/// Only the end of its use deallocates: one that is allocated and was never reserved keeps its devices until it is
/// deleted.
final class ClaimDecision {
    private ClaimDecision() {}

    /// Everything is replaced as it was observed, never patched: a scheduler that reserves the claim at the same time
    /// must make this fail.
    static Plan decide(Snapshot.OfClaim snapshot) {
        var claim = snapshot.claim();
        var remaining = remaining(snapshot);
        if (!snapshot.over().isEmpty()) {
            boolean isDeallocated = remaining.isEmpty() && isProtected(claim);
            var released = claim.withStatus(status -> status.reservedFor(remaining));
            return Plan.of(
                    "%d of its %d consumers use it no more%s"
                            .formatted(
                                    snapshot.over().size(),
                                    claim.status().reservedFor().size(),
                                    isDeallocated ? ", so it is deallocated" : ""),
                    updateStatus(isDeallocated ? deallocated(released) : released));
        }
        if (needsNoProtection(snapshot) && claim.status().allocation().isPresent()) {
            return Plan.of("it is deleted and nobody uses it, so it is deallocated", updateStatus(deallocated(claim)));
        }
        return Plan.nothing(remaining.isEmpty() ? "nobody uses it" : "%d consumers use it".formatted(remaining.size()));
    }

    static Plan settle(Snapshot.OfClaim snapshot, Outcomes writes) {
        if (writes.firstFailure().isPresent()) {
            return Plan.nothing("the claim is retried");
        }
        var claim = asWritten(snapshot.claim(), writes);
        var steps = new ArrayList<Step>();
        if (losesFinalizer(snapshot)) {
            steps.add(Step.update(unprotected(claim)));
        }
        if (remaining(snapshot).isEmpty() && snapshot.isOwnerDone() && !claim.isDeleting()) {
            steps.add(Step.delete(claim));
        }
        return Plan.inOrder(steps.isEmpty() ? "nothing to clean up" : "it is not needed any more", steps);
    }

    /// The scheduler protects a claim before it allocates it, so one that waits for a pod without a node keeps the
    /// finalizer. Otherwise there is nothing to protect, also where somebody died after the deallocation.
    private static boolean losesFinalizer(Snapshot.OfClaim snapshot) {
        var claim = snapshot.claim();
        boolean isUnused = remaining(snapshot).isEmpty();
        boolean isUnallocated = claim.status().allocation().isEmpty();
        boolean isReleased = !snapshot.over().isEmpty() && (isUnused || isUnallocated);
        boolean isForgotten = isUnused && isUnallocated && !snapshot.isAwaited();
        return isProtected(claim) && (isReleased || isForgotten || needsNoProtection(snapshot));
    }

    /// Whether it is deleted and used by nobody, so that nothing is to be protected.
    private static boolean needsNoProtection(Snapshot.OfClaim snapshot) {
        var claim = snapshot.claim();
        return isProtected(claim) && claim.isDeleting() && remaining(snapshot).isEmpty();
    }

    private static boolean isProtected(ResourceClaim claim) {
        return claim.metadata().finalizers().contains(Names.DELETE_PROTECTION);
    }

    private static List<ResourceClaimConsumerReference> remaining(Snapshot.OfClaim snapshot) {
        return snapshot.claim().status().reservedFor().stream()
                .filter(consumer -> !snapshot.over().contains(consumer))
                .toList();
    }

    /// The server takes what drivers said about the devices with the allocation.
    private static ResourceClaim deallocated(ResourceClaim claim) {
        return claim.withStatus(claim.status().withoutAllocation());
    }

    private static ResourceClaim unprotected(ResourceClaim claim) {
        return claim.withMetadata(metadata -> metadata.finalizers(claim.metadata().finalizers().stream()
                .filter(finalizer -> !finalizer.equals(Names.DELETE_PROTECTION))
                .toList()));
    }

    private static Step updateStatus(ResourceClaim claim) {
        return Step.updateStatus(claim, Step.Urgency.NOW);
    }

    /// The claim at the version that our own status write left it at.
    private static ResourceClaim asWritten(ResourceClaim claim, Outcomes writes) {
        return writes.all().stream()
                .filter(Outcome.Applied.class::isInstance)
                .map(Outcome.Applied.class::cast)
                .reduce((_, later) -> later)
                .map(applied -> claim.withMetadata(metadata -> metadata.resourceVersion(applied.resourceVersion())))
                .orElse(claim);
    }
}
