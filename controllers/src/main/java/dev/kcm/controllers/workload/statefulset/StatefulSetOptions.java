package dev.kcm.controllers.workload.statefulset;

import static dev.kcm.base.flags.ValueLimits.atLeast;

import dev.kcm.base.flags.Flags;

/// What can be set about the statefulset-controller.
public record StatefulSetOptions(int concurrentSyncs) {
    public static final Flags<StatefulSetOptions> FLAGS = Flags.section(StatefulSetController.NAME)
            .count("concurrent-statefulset-syncs", 5, "How many StatefulSets are synced at the same time; at least 1.")
            .into(StatefulSetOptions::new)
            .checkedBy(options -> atLeast("concurrent-statefulset-syncs", 1, options.concurrentSyncs()));
}
