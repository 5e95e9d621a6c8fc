package dev.kcm.controllers.workload.statefulset;

import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.meta.v1.OwnerReference;
import java.time.Instant;
import java.util.List;

/// What claims of one template have in common but for their ordinal.
///
/// @param references to owners other than the pod the claim is for
/// @param ofPod whether the pod it is for, by its name, owns it
record ClaimKind(boolean isDeleting, List<OwnerReference> references, PodOwnership ofPod) {
    static final OrdinalTree.Traits<PersistentVolumeClaim, ClaimKind> TRAITS =
            new OrdinalTree.Traits<>(ClaimKind::of, _ -> Instant.MIN);

    enum PodOwnership {
        NONE,
        AS_CONTROLLER,
        OTHERWISE
    }

    ClaimKind {
        references = List.copyOf(references);
    }

    static ClaimKind of(PersistentVolumeClaim claim) {
        var references = claim.metadata().ownerReferences();
        var ofPod = references.stream()
                .filter(reference -> isItsPod(claim, reference))
                .map(reference ->
                        reference.controller().orElse(false) ? PodOwnership.AS_CONTROLLER : PodOwnership.OTHERWISE)
                .reduce((one, other) -> PodOwnership.OTHERWISE)
                .orElse(PodOwnership.NONE);
        return new ClaimKind(
                claim.isDeleting(),
                references.stream()
                        .filter(reference -> !isItsPod(claim, reference))
                        .toList(),
                ofPod);
    }

    /// A claim is called after its template and its pod.
    private static boolean isItsPod(PersistentVolumeClaim claim, OwnerReference reference) {
        return reference.kind().equals(Pod.PODS.kind())
                && reference.apiVersion().equals(Pod.PODS.apiVersion())
                && claim.name().endsWith("-" + reference.name());
    }
}
