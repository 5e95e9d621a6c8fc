/// The cronjob-controller. Creates Jobs on the schedules of CronJobs.
@NullMarked
package dev.kcm.controllers.workload.cronjob;

import org.jspecify.annotations.NullMarked;
