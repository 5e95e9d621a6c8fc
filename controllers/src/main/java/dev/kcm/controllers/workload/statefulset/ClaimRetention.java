package dev.kcm.controllers.workload.statefulset;

import dev.kcm.model.KubeObject;
import dev.kcm.model.OwnerReferences;
import dev.kcm.model.Resource;
import dev.kcm.model.apps.v1.StatefulSet;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.meta.v1.OwnerReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Who owns the claims of a set, which is how they are deleted or kept: with its set, or with a pod that is scaled
/// away.
/// The garbage collector deletes them, never this controller.
///
/// @param withSet whether claims go with the set
/// @param withScaling whether a claim goes with its pod when the set gets smaller
record ClaimRetention(StatefulSet set, boolean withSet, boolean withScaling) {
    private static final String RETAIN = "Retain";
    private static final String DELETE = "Delete";

    /// Unknown values retain everything.
    static ClaimRetention of(StatefulSet set) {
        var policy = set.spec().persistentVolumeClaimRetentionPolicy();
        var whenDeleted = policy.map(it -> it.whenDeleted()).orElse(RETAIN);
        var whenScaled = policy.map(it -> it.whenScaled()).orElse(RETAIN);
        boolean isKnown =
                Stream.of(whenDeleted, whenScaled).allMatch(value -> value.equals(RETAIN) || value.equals(DELETE));
        return new ClaimRetention(set, isKnown && whenDeleted.equals(DELETE), isKnown && whenScaled.equals(DELETE));
    }

    /// The owners a new claim gets.
    List<OwnerReference> ofNewClaim() {
        return withSet ? List.of(OwnerReferences.toController(set)) : List.of();
    }

    /// The owners a claim should have instead of those it has; empty if they are right or none of our business.
    ///
    /// @param isWanted whether the set has the pod's ordinal
    Optional<List<OwnerReference>> corrected(PersistentVolumeClaim claim, LeanPod pod, boolean isWanted) {
        return corrected(claim.metadata().ownerReferences(), pod, isWanted);
    }

    /// Whether no claim of this kind needs another owner; where the pod itself decides, each has to be looked at.
    boolean isRight(ClaimKind kind, boolean isWanted) {
        return switch (kind.ofPod()) {
            case NONE -> corrected(kind.references(), LeanPod.EMPTY, isWanted).isEmpty();
            case AS_CONTROLLER ->
                !isWanted && withScaling && kind.references().stream().noneMatch(this::interferes);
            case OTHERWISE -> false;
        };
    }

    private boolean interferes(OwnerReference reference) {
        return refersTo(reference, StatefulSet.STATEFUL_SETS, set)
                || reference.controller().orElse(false);
    }

    /// Whether a claim is left from an earlier pod of this name and about to go with it, so that no new pod may use it.
    boolean isStale(PersistentVolumeClaim claim, String podName) {
        return withScaling
                && claim.metadata().ownerReferences().stream()
                        .anyMatch(reference -> isOfKind(reference, Pod.PODS)
                                && reference.name().equals(podName));
    }

    /// Whether another than the set or the pod controls a claim that the set has a say in.
    boolean hasForeignController(PersistentVolumeClaim claim, LeanPod pod) {
        return hasForeignController(claim.metadata().ownerReferences(), pod);
    }

    private Optional<List<OwnerReference>> corrected(List<OwnerReference> owners, LeanPod pod, boolean isWanted) {
        if (isLeftByAnother(owners, StatefulSet.STATEFUL_SETS, set) || isLeftByAnother(owners, Pod.PODS, pod)) {
            return Optional.empty();
        }
        var others = owners.stream()
                .filter(owner -> !refersTo(owner, StatefulSet.STATEFUL_SETS, set) && !refersTo(owner, Pod.PODS, pod))
                .toList();
        var wanted = new ArrayList<>(others);
        if (!hasForeignController(owners, pod)) {
            wanted(pod, isWanted).ifPresent(wanted::add);
        }
        boolean isRight = wanted.size() == owners.size() && owners.stream().allMatch(owner -> isIn(wanted, owner));
        return isRight ? Optional.empty() : Optional.of(wanted);
    }

    /// The one owner it should have of the set and the pod.
    private Optional<OwnerReference> wanted(LeanPod pod, boolean isWanted) {
        if (withScaling && !isWanted) {
            return Optional.of(OwnerReferences.toController(pod));
        }
        return withSet ? Optional.of(OwnerReferences.toController(set)) : Optional.empty();
    }

    private static boolean isIn(List<OwnerReference> wanted, OwnerReference owner) {
        return wanted.stream()
                .anyMatch(it -> it.uid().equals(owner.uid())
                        && it.controller()
                                .orElse(false)
                                .equals(owner.controller().orElse(false)));
    }

    private boolean hasForeignController(List<OwnerReference> owners, LeanPod pod) {
        return (withSet || withScaling)
                && owners.stream()
                        .anyMatch(owner -> owner.controller().orElse(false)
                                && !refersTo(owner, StatefulSet.STATEFUL_SETS, set)
                                && !refersTo(owner, Pod.PODS, pod));
    }

    private static boolean isLeftByAnother(List<OwnerReference> owners, Resource<?> resource, KubeObject object) {
        return owners.stream()
                .filter(owner -> refersTo(owner, resource, object))
                .findFirst()
                .filter(owner -> !owner.uid().equals(object.uid()))
                .isPresent();
    }

    private static boolean refersTo(OwnerReference owner, Resource<?> resource, KubeObject object) {
        return isOfKind(owner, resource) && owner.name().equals(object.name());
    }

    private static boolean isOfKind(OwnerReference owner, Resource<?> resource) {
        return owner.kind().equals(resource.kind()) && owner.apiVersion().equals(resource.apiVersion());
    }
}
