package dev.kcm.controllers.workload.job;

import static dev.kcm.base.flags.ValueLimits.atLeast;

import dev.kcm.base.flags.Flags;

/// What can be set about the job-controller.
public record JobOptions(int concurrentSyncs) {
    public static final Flags<JobOptions> FLAGS = Flags.section(JobController.NAME)
            .count("concurrent-job-syncs", 5, "How many Jobs are synced at the same time; at least 1.")
            .into(JobOptions::new)
            .checkedBy(options -> atLeast("concurrent-job-syncs", 1, options.concurrentSyncs()));
}
