package dev.kcm.controllers.workload.disruption;

import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.policy.v1.PodDisruptionBudget;
import java.time.Instant;
import java.util.List;

/// What a sync is about.
sealed interface Snapshot {

    /// @param scale how many pods the workloads behind its pods want, where it depends on that
    /// @param disrupted its pods that the API server is about to delete
    record OfBudget(
            PodDisruptionBudget budget, Selection selection, ScaleSum scale, List<LeanPod> disrupted, Instant now)
            implements Snapshot {}

    record OfStalePod(LeanPod pod, Instant now) implements Snapshot {}

    /// @param budgets the names of those that select the pod
    record OfOverlap(LeanPod pod, List<String> budgets) implements Snapshot {}
}
