package dev.kcm.controllers.workload.job;

import dev.kcm.model.Conditions;
import dev.kcm.model.batch.v1.JobCondition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// How a Job ends. First it is written down as an interim condition (`SuccessCriteriaMet` or
/// `FailureTarget`), so that it stays what it is while pods are let go; when all accounts are
/// settled the final one follows.
///
/// @param isRecorded the interim condition is in the status already
record JobEnd(boolean isSuccess, String reason, String message, boolean isRecorded) {

    /// One reason for a Job to end.
    @FunctionalInterface
    interface Rule {
        Optional<JobEnd> end(Snapshot.OfJob snapshot, JobProgress progress);
    }

    /// The first that speaks decides. That all completions are reached comes after these, since it
    /// depends on what becomes of the active pods.
    private static final List<Rule> IN_ORDER = List.of(
            JobEnd::metBefore,
            JobEnd::failedBefore,
            JobEnd::failurePolicy,
            JobEnd::backoffLimit,
            JobEnd::restartLimit,
            JobEnd::deadline,
            JobEnd::tooManyFailedIndexes,
            JobEnd::allIndexesOver,
            JobEnd::successPolicy);

    static Optional<JobEnd> on(Snapshot.OfJob snapshot, JobProgress progress) {
        return IN_ORDER.stream()
                .map(rule -> rule.end(snapshot, progress))
                .flatMap(Optional::stream)
                .findFirst();
    }

    String interimCondition() {
        return isSuccess ? ConditionTypes.SUCCESS_CRITERIA_MET : ConditionTypes.FAILURE_TARGET;
    }

    String finalCondition() {
        return isSuccess ? ConditionTypes.COMPLETE : ConditionTypes.FAILED;
    }

    /// All completions are there and no pod is active any more; without a number of completions one
    /// success is enough.
    static Optional<JobEnd> completions(Snapshot.OfJob snapshot, JobProgress progress, int active) {
        int needed = snapshot.job().spec().completions().orElse(1);
        return active == 0 && progress.succeeded() >= needed
                ? Optional.of(new JobEnd(
                        true, Reasons.COMPLETIONS_REACHED, "Reached expected number of succeeded pods", false))
                : Optional.empty();
    }

    /// How long until the deadline, for Jobs that have one and run.
    static Optional<Duration> untilDeadline(Snapshot.OfJob snapshot) {
        return JobSettings.isSuspended(snapshot.job())
                ? Optional.empty()
                : JobSettings.activeDeadline(snapshot.job())
                        .map(deadline -> deadline.minus(Duration.between(snapshot.started(), snapshot.now())));
    }

    static Optional<JobEnd> metBefore(Snapshot.OfJob snapshot, JobProgress progress) {
        return recorded(snapshot, ConditionTypes.SUCCESS_CRITERIA_MET, true);
    }

    static Optional<JobEnd> failedBefore(Snapshot.OfJob snapshot, JobProgress progress) {
        return recorded(snapshot, ConditionTypes.FAILURE_TARGET, false);
    }

    static Optional<JobEnd> failurePolicy(Snapshot.OfJob snapshot, JobProgress progress) {
        return snapshot.ended().stream()
                .filter(pod -> JobPods.hasFailed(snapshot.job(), pod))
                .map(pod -> FailurePolicy.of(snapshot.job(), pod).failJob())
                .flatMap(Optional::stream)
                .findFirst()
                .map(message -> failure(Reasons.POD_FAILURE_POLICY, message));
    }

    static Optional<JobEnd> backoffLimit(Snapshot.OfJob snapshot, JobProgress progress) {
        return when(
                progress.failed() > JobSettings.backoffLimit(snapshot.job()),
                Reasons.BACKOFF_LIMIT_EXCEEDED,
                "Job has reached the specified backoff limit");
    }

    /// Pods that restart in place fail without ending; their restarts count instead.
    static Optional<JobEnd> restartLimit(Snapshot.OfJob snapshot, JobProgress progress) {
        var restartsInPlace =
                snapshot.job().spec().template().spec().restartPolicy().equals("OnFailure");
        return when(
                restartsInPlace
                        && snapshot.counts().restarts() >= Math.max(1, JobSettings.backoffLimit(snapshot.job())),
                Reasons.BACKOFF_LIMIT_EXCEEDED,
                "Job has reached the specified backoff limit");
    }

    static Optional<JobEnd> deadline(Snapshot.OfJob snapshot, JobProgress progress) {
        return when(
                untilDeadline(snapshot).filter(left -> !left.isPositive()).isPresent(),
                Reasons.DEADLINE_EXCEEDED,
                "Job was active longer than specified deadline");
    }

    static Optional<JobEnd> tooManyFailedIndexes(Snapshot.OfJob snapshot, JobProgress progress) {
        int failed = progress.failedIndexes().map(Indexes::total).orElse(0);
        return when(
                snapshot.job()
                        .spec()
                        .maxFailedIndexes()
                        .filter(most -> failed > most)
                        .isPresent(),
                Reasons.MAX_FAILED_INDEXES_EXCEEDED,
                "Job has exceeded the specified maximal number of failed indexes");
    }

    static Optional<JobEnd> allIndexesOver(Snapshot.OfJob snapshot, JobProgress progress) {
        int failed = progress.failedIndexes().map(Indexes::total).orElse(0);
        return when(
                failed > 0 && failed + progress.succeededIndexes().total() >= JobSettings.indexCount(snapshot.job()),
                Reasons.FAILED_INDEXES,
                "Job has failed indexes");
    }

    static Optional<JobEnd> successPolicy(Snapshot.OfJob snapshot, JobProgress progress) {
        return JobSettings.isIndexed(snapshot.job())
                ? SuccessPolicies.met(snapshot.job(), progress.succeededIndexes())
                        .map(message -> new JobEnd(true, Reasons.SUCCESS_POLICY, message, false))
                : Optional.empty();
    }

    JobCondition condition(String type, Instant now) {
        return JobConditions.of(type, "True", reason, message, now);
    }

    private static Optional<JobEnd> recorded(Snapshot.OfJob snapshot, String type, boolean isSuccess) {
        return Conditions.find(snapshot.job().status().conditions(), type)
                .filter(JobCondition::isTrue)
                .map(condition -> new JobEnd(isSuccess, condition.reason(), condition.message(), true));
    }

    private static Optional<JobEnd> when(boolean holds, String reason, String message) {
        return holds ? Optional.of(failure(reason, message)) : Optional.empty();
    }

    private static JobEnd failure(String reason, String message) {
        return new JobEnd(false, reason, message, false);
    }
}
