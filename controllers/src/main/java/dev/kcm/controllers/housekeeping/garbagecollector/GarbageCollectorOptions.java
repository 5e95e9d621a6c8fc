package dev.kcm.controllers.housekeeping.garbagecollector;

import dev.kcm.base.flags.Flags;

/// What can be set about the garbage-collector-controller.
public record GarbageCollectorOptions(boolean enabled, int concurrentSyncs) {
    public static final Flags<GarbageCollectorOptions> FLAGS = Flags.section(GarbageCollectorController.NAME)
            .bool(
                    "enable-garbage-collector",
                    true,
                    "Whether objects are deleted after their owners. Must agree with the"
                            + " same flag of the API server.")
            .count("concurrent-gc-syncs", 20, "How many objects are examined and deleted at the same time.")
            .into(GarbageCollectorOptions::new);
}
