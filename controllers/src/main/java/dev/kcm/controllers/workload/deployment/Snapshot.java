package dev.kcm.controllers.workload.deployment;

import dev.kcm.controllers.shared.ownership.Claims;
import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.meta.v1.LabelSelector;
import java.time.Instant;
import java.util.Optional;

/// What a sync of a Deployment decides by.
///
/// @param claims ReplicaSets to adopt and to release; while there are any nothing else is decided
/// @param oldPodsRunning whether a pod of an old set has not ended yet
/// @param nameTaken whether a ReplicaSet that is not ours has the name the next one would get
/// @param reportsTerminating whether the status has `terminatingReplicas`
record Snapshot(
        Deployment deployment,
        OwnedReplicaSets sets,
        Claims<ReplicaSet> claims,
        boolean oldPodsRunning,
        boolean nameTaken,
        boolean reportsTerminating,
        Instant now) {

    int desired() {
        return deployment.spec().replicas().orElse(1);
    }

    boolean selectsEverything() {
        return selectsEverything(deployment);
    }

    static boolean selectsEverything(Deployment deployment) {
        return deployment.spec().selector().filter(LabelSelector.EMPTY::equals).isPresent();
    }

    boolean isPaused() {
        return deployment.spec().paused();
    }

    /// Whether spec.replicas changed since the sets were last scaled, which the annotation on them shows.
    boolean isScalingEvent() {
        return sets.active().stream()
                .map(set -> OwnedReplicaSets.count(set, Annotations.DESIRED_REPLICAS))
                .flatMap(Optional::stream)
                .anyMatch(annotated -> annotated != desired());
    }

    /// Deployments that are paused or being scaled keep their proportions and report no progress.
    boolean rollsOut() {
        return !deployment.isDeleting() && !isPaused() && !isScalingEvent();
    }

    private boolean isRollbackRequested() {
        return !selectsEverything()
                && !deployment.isDeleting()
                && !isPaused()
                && Rollback.requested(deployment).isPresent();
    }

    /// There is none for the present template, and nothing comes before its creation.
    boolean needsNewSet() {
        if (sets.current().isPresent()) {
            return false;
        }
        boolean waitsForOldPods = deployment.spec().strategy().type().equals(StrategyTypes.RECREATE)
                && (!sets.activeOld().isEmpty() || oldPodsRunning);
        return isRollbackRequested() || (rollsOut() && !waitsForOldPods);
    }

    boolean rollsBack() {
        return isRollbackRequested() && sets.current().isPresent();
    }
}
