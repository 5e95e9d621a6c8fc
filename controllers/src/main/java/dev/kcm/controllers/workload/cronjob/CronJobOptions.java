package dev.kcm.controllers.workload.cronjob;

import static dev.kcm.base.flags.ValueLimits.atLeast;

import dev.kcm.base.flags.Flags;

/// What can be set about the cronjob-controller.
public record CronJobOptions(int concurrentSyncs) {
    public static final Flags<CronJobOptions> FLAGS = Flags.section(CronJobController.NAME)
            .count("concurrent-cron-job-syncs", 5, "How many CronJobs are synced at the same time; at least 1.")
            .into(CronJobOptions::new)
            .checkedBy(options -> atLeast("concurrent-cron-job-syncs", 1, options.concurrentSyncs()));
}
