package dev.kcm.controllers.workload.job;

import dev.kcm.base.metrics.Buckets;
import dev.kcm.base.metrics.Counter;
import dev.kcm.base.metrics.Histogram;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.controllers.shared.pods.PodState;
import dev.kcm.model.Conditions;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.batch.v1.JobStatus;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.operation.Operation;
import dev.kcm.runtime.controller.Memory;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Upstream's `job_controller_*`, worked out from what was seen and what became of it.
final class JobMetrics {
    private static final String SUCCEEDED = "succeeded";
    private static final String FAILED = "failed";

    private final Histogram syncDuration;
    private final Counter syncs;
    private final Counter jobsFinished;
    private final Counter podsFinished;
    private final Counter indexesFinished;
    private final Counter podsCreated;
    private final Counter handledByPolicy;
    private final Counter managedElsewhere;
    private final Counter held;
    private final Memory<String> jobsElsewhere = new Memory<>();
    private final Memory<Set<String>> podsHeld = new Memory<>();

    JobMetrics(Metrics metrics) {
        syncDuration = metrics.histogram(
                "job_controller_job_sync_duration_seconds",
                "[STABLE] The time it took to sync a job",
                Buckets.exponential(0.004, 2, 15),
                "completion_mode",
                "result",
                "action");
        syncs = metrics.counter(
                "job_controller_job_syncs_total",
                "[STABLE] The number of job syncs",
                "completion_mode",
                "result",
                "action");
        jobsFinished = metrics.counter(
                "job_controller_jobs_finished_total",
                "[STABLE] The number of finished jobs",
                "completion_mode",
                "result",
                "reason");
        podsFinished = metrics.counter(
                "job_controller_job_pods_finished_total",
                "[STABLE] The number of finished Pods that are fully tracked",
                "completion_mode",
                "result");
        indexesFinished = metrics.counter(
                "job_controller_job_finished_indexes_total",
                "[ALPHA] The number of finished indexes",
                "status",
                "backoffLimit");
        podsCreated = metrics.counter(
                "job_controller_job_pods_creation_total",
                "[ALPHA] The number of Pods created by the Job controller, by reason",
                "reason",
                "status");
        handledByPolicy = metrics.counter(
                "job_controller_pod_failures_handled_by_failure_policy_total",
                "[BETA] The number of failed Pods handled by failure policy, by action",
                "action");
        managedElsewhere = metrics.counter(
                "job_controller_jobs_by_external_controller_total",
                "[ALPHA] The number of Jobs managed by an external controller",
                "controller_name");
        held = metrics.counter(
                "job_controller_terminated_pods_tracking_finalizer_total",
                "[BETA] The number of terminated pods (phase=Failed|Succeeded) that have"
                        + " the finalizer batch.kubernetes.io/job-tracking, by event: add"
                        + " or delete",
                "event");
    }

    /// A Job that somebody else runs counts once.
    void managedBy(String name, Job job) {
        if (jobsElsewhere.of(job.key()).filter(job.uid()::equals).isEmpty()) {
            jobsElsewhere.keep(job.key(), job.uid());
            managedElsewhere.with(name).increment();
        }
    }

    /// These are the ended pods of a Job that hold the finalizer now; what changed since the last
    /// sync counts. Upstream counts with each change of a pod, which is the same in the end.
    void holding(ObjectKey job, List<LeanPod> ended) {
        var now = ended.stream().filter(PodState::isFinished).map(LeanPod::uid).collect(Collectors.toUnmodifiableSet());
        var before = podsHeld.of(job).orElse(Set.of());
        held.with("add").add(now.stream().filter(uid -> !before.contains(uid)).count());
        held.with("delete")
                .add(before.stream().filter(uid -> !now.contains(uid)).count());
        if (now.isEmpty()) {
            podsHeld.forget(job);
        } else {
            podsHeld.keep(job, now);
        }
    }

    /// The Job is over or gone.
    void over(ObjectKey job) {
        holding(job, List.of());
        jobsElsewhere.forget(job);
    }

    void synced(Snapshot.OfJob snapshot, Outcomes writes, Duration took) {
        var mode = JobSettings.completionMode(snapshot.job());
        var result = writes.firstFailure().isEmpty() ? "success" : "error";
        var action = action(writes);
        syncDuration.with(mode, result, action).observe(took);
        syncs.with(mode, result, action).increment();
        countCreations(snapshot, writes);
        written(writes).ifPresent(status -> {
            countFinished(snapshot.job(), status);
            JobStatusCalculator.accounts(snapshot, writes)
                    .byPolicyAction()
                    .forEach((name, count) -> handledByPolicy.with(name).add(count));
        });
    }

    private static String action(Outcomes writes) {
        return writes.all().stream()
                .map(Outcome::step)
                .map(step -> step.isCreate() ? "pods_created" : step.isDelete() ? "pods_deleted" : "")
                .filter(name -> !name.isEmpty())
                .findFirst()
                .orElse("tracking");
    }

    private void countCreations(Snapshot.OfJob snapshot, Outcomes writes) {
        var changes = PodChanges.of(snapshot, writes);
        var reason = reason(snapshot);
        if (changes.created() > 0) {
            podsCreated.with(reason, SUCCEEDED).add(changes.created());
        }
        if (changes.notCreated() > 0) {
            podsCreated.with(reason, FAILED).add(changes.notCreated());
        }
    }

    private static String reason(Snapshot.OfJob snapshot) {
        int failed = JobProgress.of(snapshot).failed();
        var onlyFailed = snapshot.job()
                .spec()
                .podReplacementPolicy()
                .filter(ConditionTypes.FAILED::equals)
                .isPresent();
        if (onlyFailed && failed > 0) {
            return "recreate_failed";
        }
        return failed > 0 || snapshot.counts().terminating() > 0 ? "recreate_terminating_or_failed" : "new";
    }

    private static Optional<JobStatus> written(Outcomes writes) {
        return writes.all().stream()
                .filter(Outcome.Applied.class::isInstance)
                .map(Outcome::step)
                .flatMap(step -> step.as(Operation.Update.class).stream())
                .map(update -> ((Job) update.object()).status())
                .findFirst();
    }

    private void countFinished(Job job, JobStatus now) {
        var mode = JobSettings.completionMode(job);
        var before = job.status();
        int succeeded = now.succeeded() - before.succeeded();
        if (JobSettings.isIndexed(job)) {
            int limit = JobSettings.indexCount(job);
            var kind = JobSettings.countsPerIndex(job) ? "perIndex" : "global";
            succeeded = grown(before.completedIndexes(), now.completedIndexes(), limit);
            indexesFinished.with(SUCCEEDED, kind).add(succeeded);
            if (JobSettings.countsPerIndex(job)) {
                indexesFinished
                        .with(FAILED, kind)
                        .add(grown(
                                before.failedIndexes().orElse(""),
                                now.failedIndexes().orElse(""),
                                limit));
            }
        }
        podsFinished.with(mode, SUCCEEDED).add(Math.max(0, succeeded));
        podsFinished.with(mode, FAILED).add(Math.max(0, now.failed() - before.failed()));
        countEnd(job, now, ConditionTypes.COMPLETE, SUCCEEDED);
        countEnd(job, now, ConditionTypes.FAILED, FAILED);
    }

    private void countEnd(Job job, JobStatus now, String type, String result) {
        Conditions.find(now.conditions(), type)
                .filter(condition -> condition.isTrue())
                .ifPresent(condition -> jobsFinished
                        .with(JobSettings.completionMode(job), result, condition.reason())
                        .increment());
    }

    /// Indexes a scaled-down Job lost do not count backwards.
    private static int grown(String before, String now, int limit) {
        return Math.max(
                0,
                Indexes.parse(now, limit).total() - Indexes.parse(before, limit).total());
    }
}
