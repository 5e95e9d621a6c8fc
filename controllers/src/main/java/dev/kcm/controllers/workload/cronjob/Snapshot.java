package dev.kcm.controllers.workload.cronjob;

import dev.kcm.model.OwnerReferences;
import dev.kcm.model.batch.v1.CronJob;
import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.core.v1.ObjectReference;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What one sync found.
///
/// @param jobs those the CronJob controls, by name
/// @param lost uids in status.active that no Job has any more
/// @param schedule what its schedule asks for now
/// @param namesake the Job that has the name of the run that is due, whoever's it is
record Snapshot(
        CronJob cronJob,
        List<Job> jobs,
        Set<String> lost,
        ScheduleDecision schedule,
        Optional<Job> namesake,
        Instant now) {
    Snapshot {
        jobs = List.copyOf(jobs);
        lost = Set.copyOf(lost);
    }

    /// Whether status.active lists the Job.
    boolean isListed(Job job) {
        return cronJob.status().active().stream().anyMatch(entry -> entry.uid().equals(job.uid()));
    }

    /// The listed Jobs that run, as far as anybody knows.
    List<ObjectReference> running() {
        var over = jobs.stream().filter(JobResult::isOver).map(Job::uid).toList();
        return cronJob.status().active().stream()
                .filter(entry -> !lost.contains(entry.uid()) && !over.contains(entry.uid()))
                .toList();
    }

    /// Ours of an earlier sync whose status was not written.
    boolean isNamesakeOurs() {
        return namesake.filter(job -> OwnerReferences.isControlledBy(job, cronJob))
                .isPresent();
    }
}
