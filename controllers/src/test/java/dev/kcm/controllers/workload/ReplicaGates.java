package dev.kcm.controllers.workload;

import dev.kcm.base.gates.FeatureGates;
import java.util.Map;

/// The feature gates that controllers of pods with one template ask for.
public final class ReplicaGates {
    public static final FeatureGates ALL_ON = FeatureGates.of(Map.of(
            "PodDeletionCost", true,
            "DeploymentReplicaSetTerminatingReplicas", true,
            "StaleControllerConsistencyReplicaSet", true));

    private ReplicaGates() {}
}
