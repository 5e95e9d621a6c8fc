package dev.kcm.controllers.workload.cronjob;

import dev.kcm.model.StatusCondition;
import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.batch.v1.JobCondition;
import java.util.Optional;
import java.util.Set;

/// How Jobs end.
final class JobResult {
    private static final Set<String> ENDINGS = Set.of(ConditionTypes.COMPLETE, ConditionTypes.FAILED);

    private JobResult() {}

    /// Complete or Failed; none while it runs.
    static Optional<String> of(Job job) {
        return job.status().conditions().stream()
                .filter(StatusCondition::isTrue)
                .map(JobCondition::type)
                .filter(ENDINGS::contains)
                .findFirst();
    }

    static boolean isOver(Job job) {
        return of(job).isPresent();
    }

    static boolean is(String ending, Job job) {
        return of(job).filter(ending::equals).isPresent();
    }
}
