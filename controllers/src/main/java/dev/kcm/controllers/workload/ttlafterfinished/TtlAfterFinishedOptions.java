package dev.kcm.controllers.workload.ttlafterfinished;

import dev.kcm.base.flags.Flags;

/// What can be set about the ttl-after-finished-controller.
public record TtlAfterFinishedOptions(int concurrentSyncs) {
    public static final Flags<TtlAfterFinishedOptions> FLAGS = Flags.section(TtlAfterFinishedController.NAME)
            .count("concurrent-ttl-after-finished-syncs", 5, "How many finished Jobs are synced at the same time.")
            .into(TtlAfterFinishedOptions::new);
}
