package dev.kcm.controllers.workload.ttlafterfinished;

import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.batch.v1.JobCondition;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/// When a Job may go. Pure.
final class Expiry {
    private static final Set<String> FINISHED = Set.of("Complete", "Failed");

    private Expiry() {}

    /// Whether it has finished, asks to be deleted, and is not yet.
    static boolean isAskedFor(Job job) {
        return !job.isDeleting()
                && job.spec().ttlSecondsAfterFinished().isPresent()
                && finish(job).isPresent();
    }

    /// Empty where it is not asked for, or the Job does not say when it finished. A Job that failed has no
    /// completionTime, so the condition tells.
    static Optional<Instant> of(Job job) {
        return Optional.of(job)
                .filter(Expiry::isAskedFor)
                .flatMap(Expiry::finish)
                .flatMap(JobCondition::lastTransitionTime)
                .map(finished -> finished.plusSeconds(
                        job.spec().ttlSecondsAfterFinished().orElseThrow()));
    }

    private static Optional<JobCondition> finish(Job job) {
        return job.status().conditions().stream()
                .filter(condition -> FINISHED.contains(condition.type()) && condition.isTrue())
                .findFirst();
    }
}
