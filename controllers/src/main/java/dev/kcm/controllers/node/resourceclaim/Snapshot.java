package dev.kcm.controllers.node.resourceclaim;

import dev.kcm.model.core.v1.PodResourceClaim;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.resource.v1.ResourceClaim;
import dev.kcm.model.resource.v1.ResourceClaimConsumerReference;
import dev.kcm.model.resource.v1.ResourceClaimTemplate;
import java.util.List;
import java.util.Optional;

/// What a sync is about.
sealed interface Snapshot {

    /// A pod and what there is of its claims, in the order of its spec.
    record OfPod(LeanPod pod, List<Wanted> claims) implements Snapshot {}

    /// One claim of a pod's spec.
    ///
    /// @param named the claim that the pod names, or that its status records
    /// @param made one made for it, also where no status says so
    /// @param template what it is made from
    record Wanted(
            PodResourceClaim wanted,
            Optional<ResourceClaim> named,
            Optional<ResourceClaim> made,
            Optional<ResourceClaimTemplate> template) {}

    /// A claim and who does not use it any more.
    ///
    /// @param over consumers that are gone or done
    /// @param isOwnerDone whether the pod that it was made for is known not to need it any more
    /// @param isAwaited whether a scheduler may be about to allocate it, since a pod that uses it has no node yet
    record OfClaim(
            ResourceClaim claim, List<ResourceClaimConsumerReference> over, boolean isOwnerDone, boolean isAwaited)
            implements Snapshot {}
}
