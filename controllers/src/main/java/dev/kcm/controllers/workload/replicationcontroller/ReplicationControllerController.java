package dev.kcm.controllers.workload.replicationcontroller;

import dev.kcm.controllers.shared.replicas.ReplicasReconciler;
import dev.kcm.runtime.controller.ControllerSpec;

/// Keeps as many active pods as a ReplicationController asks for; how, says [ReplicasReconciler].
public final class ReplicationControllerController {
    private static final ReplicationControllers REPLICATION_CONTROLLERS = new ReplicationControllers();

    static final String NAME = "replicationcontroller-controller";

    public static final ControllerSpec SPEC = ReplicasReconciler.spec(NAME, REPLICATION_CONTROLLERS)
            .alias("replicationcontroller")
            .component("replication-controller")
            .queue("replicationmanager")
            .workers(options -> options.of(ReplicationControllerOptions.FLAGS).concurrentSyncs())
            .builtBy(settings -> ReplicasReconciler.of(REPLICATION_CONTROLLERS, settings));

    private ReplicationControllerController() {}
}
