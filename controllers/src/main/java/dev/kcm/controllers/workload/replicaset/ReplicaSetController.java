package dev.kcm.controllers.workload.replicaset;

import dev.kcm.controllers.shared.replicas.ReplicasReconciler;
import dev.kcm.runtime.controller.ControllerSpec;

/// Keeps as many active pods as a ReplicaSet asks for; how, says [ReplicasReconciler].
public final class ReplicaSetController {
    private static final ReplicaSets REPLICA_SETS = new ReplicaSets();

    static final String NAME = "replicaset-controller";

    public static final ControllerSpec SPEC = ReplicasReconciler.spec(NAME, REPLICA_SETS)
            .alias("replicaset")
            .indexes(ReplicaSets.BY_CONTROLLER)
            .workers(options -> options.of(ReplicaSetOptions.FLAGS).concurrentSyncs())
            .builtBy(settings -> ReplicasReconciler.of(REPLICA_SETS, settings));

    private ReplicaSetController() {}
}
