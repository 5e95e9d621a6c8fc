package dev.kcm.controllers.workload.daemonset;

import static dev.kcm.base.flags.ValueLimits.atLeast;

import dev.kcm.base.flags.Flags;

/// What can be set about the daemonset-controller.
public record DaemonSetOptions(int concurrentSyncs) {
    public static final Flags<DaemonSetOptions> FLAGS = Flags.section(DaemonSetController.NAME)
            .count("concurrent-daemonset-syncs", 2, "How many DaemonSets are synced at the same time; at least 1.")
            .into(DaemonSetOptions::new)
            .checkedBy(options -> atLeast("concurrent-daemonset-syncs", 1, options.concurrentSyncs()));
}
