package dev.kcm.controllers.shared.resourceclaims;

import dev.kcm.controllers.shared.pods.PodState;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.OwnerReferences;
import dev.kcm.model.core.v1.PodResourceClaim;
import dev.kcm.model.core.v1.PodResourceClaimStatus;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.meta.v1.OwnerReference;
import dev.kcm.model.resource.v1.ResourceClaim;
import dev.kcm.model.resource.v1.ResourceClaimConsumerReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Questions about a pod and its claims.
public final class PodClaims {
    private PodClaims() {}

    /// Whether it has any, of its own or made by the scheduler for its extended resources.
    public static boolean concern(LeanPod pod) {
        return !pod.spec().resourceClaims().isEmpty()
                || pod.status().extendedResourceClaimStatus().isPresent();
    }

    /// Whether none of its containers runs, or ever will.
    public static boolean isDone(LeanPod pod) {
        return PodState.isFinished(pod)
                || (pod.isDeleting() && pod.spec().nodeName().isEmpty());
    }

    /// Which claim stands for one in the pod's spec: the one it names, or the one that was made from the template and
    /// recorded in its status. Empty as long as there is no record, and where the record says that none is needed.
    public static Optional<ObjectKey> claimOf(LeanPod pod, PodResourceClaim wanted) {
        return wanted.resourceClaimName()
                .or(() -> record(pod, wanted).flatMap(PodResourceClaimStatus::resourceClaimName))
                .map(name -> ObjectKey.of(pod.namespace(), name));
    }

    /// What the pod's status says about one that is made from a template.
    public static Optional<PodResourceClaimStatus> record(LeanPod pod, PodResourceClaim wanted) {
        return wanted.resourceClaimTemplateName().isEmpty()
                ? Optional.empty()
                : pod.status().resourceClaimStatuses().stream()
                        .filter(status -> status.name().equals(wanted.name()))
                        .findFirst();
    }

    /// The claims of its spec that are known by name.
    public static List<ObjectKey> namesOf(LeanPod pod) {
        return pod.spec().resourceClaims().stream()
                .flatMap(wanted -> claimOf(pod, wanted).stream())
                .distinct()
                .toList();
    }

    /// The same with the one for its extended resources.
    public static List<ObjectKey> allOf(LeanPod pod) {
        var all = new ArrayList<>(namesOf(pod));
        pod.status()
                .extendedResourceClaimStatus()
                .ifPresent(status -> all.add(ObjectKey.of(pod.namespace(), status.resourceClaimName())));
        return all;
    }

    public static List<ObjectKey> templatesOf(LeanPod pod) {
        return pod.spec().resourceClaims().stream()
                .flatMap(wanted -> wanted.resourceClaimTemplateName().stream())
                .map(name -> ObjectKey.of(pod.namespace(), name))
                .distinct()
                .toList();
    }

    /// Whether a claim has to be made or reserved for it. A pod that is done gets nothing any more, whatever it lacks.
    public static boolean needSync(LeanPod pod, Function<ObjectKey, Optional<ResourceClaim>> claims) {
        return !pod.isDeleting()
                && !isDone(pod)
                && pod.spec().resourceClaims().stream().anyMatch(wanted -> needsSync(pod, wanted, claims));
    }

    private static boolean needsSync(
            LeanPod pod, PodResourceClaim wanted, Function<ObjectKey, Optional<ResourceClaim>> claims) {
        boolean isFromTemplate = wanted.resourceClaimTemplateName().isPresent();
        if (isFromTemplate && record(pod, wanted).isEmpty()) {
            return true;
        }
        var name = claimOf(pod, wanted);
        if (name.isEmpty()) {
            return false; // not needed
        }
        var claim = claims.apply(name.get());
        return claim.map(it -> isUsable(pod, wanted, it) && needsReservation(pod, it))
                .orElse(isFromTemplate);
    }

    /// A claim from a template is of no use to any pod but its own.
    public static boolean isUsable(LeanPod pod, PodResourceClaim wanted, ResourceClaim claim) {
        return wanted.resourceClaimTemplateName().isEmpty() || OwnerReferences.isControlledBy(claim, pod);
    }

    /// For pods that are bound to a node without the scheduler, which reserves for all others.
    public static boolean needsReservation(LeanPod pod, ResourceClaim claim) {
        return !pod.spec().nodeName().isEmpty()
                && claim.status().allocation().isPresent()
                && !isReservedFor(pod, claim);
    }

    public static boolean isReservedFor(LeanPod pod, ResourceClaim claim) {
        return claim.status().reservedFor().stream()
                .anyMatch(consumer -> consumer.uid().equals(pod.uid()));
    }

    public static ResourceClaimConsumerReference consumer(LeanPod pod) {
        return ResourceClaimConsumerReference.builder()
                .resource(LeanPod.PODS.plural())
                .name(pod.name())
                .uid(pod.uid())
                .build();
    }

    public static boolean isPod(ResourceClaimConsumerReference consumer) {
        return consumer.apiGroup().isEmpty() && consumer.resource().equals(LeanPod.PODS.plural());
    }

    /// The pod that a claim was made for.
    public static Optional<OwnerReference> ownerOf(ResourceClaim claim) {
        return OwnerReferences.controllerOf(claim)
                .filter(owner -> owner.apiVersion().equals(LeanPod.PODS.apiVersion())
                        && owner.kind().equals(LeanPod.PODS.kind()));
    }
}
