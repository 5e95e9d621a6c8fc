package dev.kcm.controllers.workload.cronjob;

import dev.kcm.model.KubeObject;
import dev.kcm.model.batch.v1.CronJob;
import dev.kcm.model.batch.v1.Job;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The Jobs of the past that a CronJob keeps: so many that succeeded and so many that failed, the
/// youngest. Pure.
final class JobHistory {
    /// One that never started counts as the youngest.
    private static final Comparator<Job> OLDEST_FIRST = Comparator.<Job, Instant>comparing(
                    job -> job.status().startTime().orElse(Instant.MAX))
            .thenComparing(KubeObject::name);

    private JobHistory() {}

    /// What is beyond the limits, without what is being deleted already.
    static List<Job> surplus(CronJob cronJob, List<Job> jobs) {
        return Stream.concat(
                        beyond(cronJob.spec().successfulJobsHistoryLimit(), ConditionTypes.COMPLETE, jobs),
                        beyond(cronJob.spec().failedJobsHistoryLimit(), ConditionTypes.FAILED, jobs))
                .filter(job -> !job.isDeleting())
                .toList();
    }

    private static Stream<Job> beyond(Optional<Integer> limit, String ending, List<Job> jobs) {
        var over = jobs.stream()
                .filter(job -> JobResult.is(ending, job))
                .sorted(OLDEST_FIRST)
                .toList();
        return over.stream().limit(Math.max(0, over.size() - limit.orElse(over.size())));
    }
}
