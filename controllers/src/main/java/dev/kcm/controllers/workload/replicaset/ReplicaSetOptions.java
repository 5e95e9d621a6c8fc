package dev.kcm.controllers.workload.replicaset;

import dev.kcm.base.flags.Flags;

/// What can be set about the replicaset-controller.
public record ReplicaSetOptions(int concurrentSyncs) {
    public static final Flags<ReplicaSetOptions> FLAGS = Flags.section(ReplicaSetController.NAME)
            .count("concurrent-replicaset-syncs", 5, "How many ReplicaSets are synced at the same time.")
            .into(ReplicaSetOptions::new);
}
