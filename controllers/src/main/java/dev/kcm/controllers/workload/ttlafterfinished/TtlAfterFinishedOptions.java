package dev.kcm.controllers.planned;

import dev.kcm.base.flags.Flags;

/// What can be set about the ttl-after-finished-controller.
public record TtlAfterFinishedOptions(int concurrentSyncs) {
    public static final Flags<TtlAfterFinishedOptions> FLAGS = Flags.section("ttl-after-finished-controller")
            .count("concurrent-ttl-after-finished-syncs", 5, "How many finished Jobs are synced at the same time.")
            .into(TtlAfterFinishedOptions::new);
}
