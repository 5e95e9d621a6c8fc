package dev.kcm.controllers.workload.replicationcontroller;

import dev.kcm.base.flags.Flags;

/// What can be set about the replicationcontroller-controller.
public record ReplicationControllerOptions(int concurrentSyncs) {
    public static final Flags<ReplicationControllerOptions> FLAGS = Flags.section(ReplicationControllerController.NAME)
            .count("concurrent-rc-syncs", 5, "How many ReplicationControllers are synced at the same time.")
            .into(ReplicationControllerOptions::new);
}
