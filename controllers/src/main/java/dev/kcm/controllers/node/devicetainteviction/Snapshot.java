package dev.kcm.controllers.node.devicetainteviction;

import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.resource.v1beta2.DeviceTaintRule;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What a sync is about.
sealed interface Snapshot {

    /// @param wasPending whether the last sync found that this pod has to go
    record OfPod(LeanPod pod, Optional<Eviction> eviction, boolean wasPending, Instant now) implements Snapshot {}

    /// @param pending the pods that are evicted because of it, or, as it evicts nobody, would be
    /// @param evicted how many were, since this process started
    /// @param published how many devices it selects of those that are published
    /// @param allocated the same of those that are allocated
    record OfRule(DeviceTaintRule rule, List<LeanPod> pending, int evicted, int published, int allocated, Instant now)
            implements Snapshot {}
}
