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
record Verdict(boolean isSuccess, String reason, String message, boolean isRecorded) {

    /// One reason for a Job to end.
    @FunctionalInterface
    interface Rule {
        Optional<Verdict> judge(Seen.OfJob seen, Progress progress);
    }

    /// The first that speaks decides. That all completions are reached comes after these, since it
    /// depends on what becomes of the active pods.
    private static final List<Rule> IN_ORDER = List.of(
            Verdict::metBefore,
            Verdict::failedBefore,
            Verdict::failurePolicy,
            Verdict::backoffLimit,
            Verdict::restartLimit,
            Verdict::deadline,
            Verdict::tooManyFailedIndexes,
            Verdict::allIndexesOver,
            Verdict::successPolicy);

    static Optional<Verdict> on(Seen.OfJob seen, Progress progress) {
        return IN_ORDER.stream()
                .map(rule -> rule.judge(seen, progress))
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
    static Optional<Verdict> completions(Seen.OfJob seen, Progress progress, int active) {
        int needed = seen.job().spec().completions().orElse(1);
        return active == 0 && progress.succeeded() >= needed
                ? Optional.of(new Verdict(
                        true, Reasons.COMPLETIONS_REACHED, "Reached expected number of succeeded pods", false))
                : Optional.empty();
    }

    /// How long until the deadline, for Jobs that have one and run.
    static Optional<Duration> untilDeadline(Seen.OfJob seen) {
        return Terms.isSuspended(seen.job())
                ? Optional.empty()
                : Terms.activeDeadline(seen.job())
                        .map(deadline -> deadline.minus(Duration.between(seen.started(), seen.now())));
    }

    static Optional<Verdict> metBefore(Seen.OfJob seen, Progress progress) {
        return recorded(seen, ConditionTypes.SUCCESS_CRITERIA_MET, true);
    }

    static Optional<Verdict> failedBefore(Seen.OfJob seen, Progress progress) {
        return recorded(seen, ConditionTypes.FAILURE_TARGET, false);
    }

    static Optional<Verdict> failurePolicy(Seen.OfJob seen, Progress progress) {
        return seen.ended().stream()
                .filter(pod -> JobPods.hasFailed(seen.job(), pod))
                .map(pod -> FailurePolicy.of(seen.job(), pod).failJob())
                .flatMap(Optional::stream)
                .findFirst()
                .map(message -> failure(Reasons.POD_FAILURE_POLICY, message));
    }

    static Optional<Verdict> backoffLimit(Seen.OfJob seen, Progress progress) {
        return when(
                progress.failed() > Terms.backoffLimit(seen.job()),
                Reasons.BACKOFF_LIMIT_EXCEEDED,
                "Job has reached the specified backoff limit");
    }

    /// Pods that restart in place fail without ending; their restarts count instead.
    static Optional<Verdict> restartLimit(Seen.OfJob seen, Progress progress) {
        var restartsInPlace =
                seen.job().spec().template().spec().restartPolicy().equals("OnFailure");
        return when(
                restartsInPlace && seen.counts().restarts() >= Math.max(1, Terms.backoffLimit(seen.job())),
                Reasons.BACKOFF_LIMIT_EXCEEDED,
                "Job has reached the specified backoff limit");
    }

    static Optional<Verdict> deadline(Seen.OfJob seen, Progress progress) {
        return when(
                untilDeadline(seen).filter(left -> !left.isPositive()).isPresent(),
                Reasons.DEADLINE_EXCEEDED,
                "Job was active longer than specified deadline");
    }

    static Optional<Verdict> tooManyFailedIndexes(Seen.OfJob seen, Progress progress) {
        int failed = progress.failedIndexes().map(Indexes::total).orElse(0);
        return when(
                seen.job()
                        .spec()
                        .maxFailedIndexes()
                        .filter(most -> failed > most)
                        .isPresent(),
                Reasons.MAX_FAILED_INDEXES_EXCEEDED,
                "Job has exceeded the specified maximal number of failed indexes");
    }

    static Optional<Verdict> allIndexesOver(Seen.OfJob seen, Progress progress) {
        int failed = progress.failedIndexes().map(Indexes::total).orElse(0);
        return when(
                failed > 0 && failed + progress.succeededIndexes().total() >= Terms.indexCount(seen.job()),
                Reasons.FAILED_INDEXES,
                "Job has failed indexes");
    }

    static Optional<Verdict> successPolicy(Seen.OfJob seen, Progress progress) {
        return Terms.isIndexed(seen.job())
                ? SuccessPolicies.met(seen.job(), progress.succeededIndexes())
                        .map(message -> new Verdict(true, Reasons.SUCCESS_POLICY, message, false))
                : Optional.empty();
    }

    JobCondition condition(String type, Instant now) {
        return JobConditions.of(type, "True", reason, message, now);
    }

    private static Optional<Verdict> recorded(Seen.OfJob seen, String type, boolean isSuccess) {
        return Conditions.find(seen.job().status().conditions(), type)
                .filter(JobCondition::isTrue)
                .map(condition -> new Verdict(isSuccess, condition.reason(), condition.message(), true));
    }

    private static Optional<Verdict> when(boolean holds, String reason, String message) {
        return holds ? Optional.of(failure(reason, message)) : Optional.empty();
    }

    private static Verdict failure(String reason, String message) {
        return new Verdict(false, reason, message, false);
    }
}
