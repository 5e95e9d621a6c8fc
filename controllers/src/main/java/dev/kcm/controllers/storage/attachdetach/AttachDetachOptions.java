package dev.kcm.controllers.storage.attachdetach;

import static dev.kcm.base.flags.ValueLimits.atLeast;

import dev.kcm.base.flags.Flags;
import java.time.Duration;

/// What can be set about the persistentvolume-attach-detach-controller.
public record AttachDetachOptions(
        boolean reconcilerSyncDisabled, Duration reconcilerSyncPeriod, boolean forceDetachDisabled) {
    public static final Flags<AttachDetachOptions> FLAGS = Flags.section("persistentvolume-attach-detach-controller")
            .bool(
                    "disable-attach-detach-reconcile-sync",
                    false,
                    "Never compare what is recorded as attached with what the storage says."
                            + " Volumes may then stay attached to the wrong node; use with"
                            + " care.")
            .duration(
                    "attach-detach-reconcile-sync-period",
                    Duration.ofMinutes(1),
                    "How often to compare what is recorded as attached with what the" + " storage says; at least 1s.")
            .bool(
                    "disable-force-detach-on-timeout",
                    false,
                    "Never detach by force when a volume stays mounted too long on an"
                            + " unhealthy node; the node must then be tainted out-of-service"
                            + " for its volumes to move.")
            .into(AttachDetachOptions::new)
            .checkedBy(options -> atLeast(
                    "attach-detach-reconcile-sync-period", Duration.ofSeconds(1), options.reconcilerSyncPeriod()));
}
