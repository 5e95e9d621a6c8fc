package dev.kcm.controllers.planned;

import static dev.kcm.base.flags.ValueLimits.atLeast;

import dev.kcm.base.flags.Flags;

/// What can be set about the statefulset-controller.
public record StatefulSetOptions(int concurrentSyncs) {
    public static final Flags<StatefulSetOptions> FLAGS = Flags.section("statefulset-controller")
            .count("concurrent-statefulset-syncs", 5, "How many StatefulSets are synced at the same time; at least 1.")
            .into(StatefulSetOptions::new)
            .checkedBy(options -> atLeast("concurrent-statefulset-syncs", 1, options.concurrentSyncs()));
}
