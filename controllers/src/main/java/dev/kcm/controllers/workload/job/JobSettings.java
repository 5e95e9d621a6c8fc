package dev.kcm.controllers.workload.job;

import dev.kcm.model.Conditions;
import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.selector.Selector;
import java.time.Duration;
import java.util.Optional;

/// What a Job asks for, with the server's defaults where it says nothing.
final class JobSettings {
    private static final int DEFAULT_PARALLELISM = 1;
    private static final int DEFAULT_BACKOFF_LIMIT = 6;

    private JobSettings() {}

    static boolean isIndexed(Job job) {
        return completionMode(job).equals(CompletionModes.INDEXED);
    }

    static String completionMode(Job job) {
        return job.spec().completionMode().orElse(CompletionModes.NON_INDEXED);
    }

    static boolean hasKnownCompletionMode(Job job) {
        var mode = completionMode(job);
        return mode.equals(CompletionModes.INDEXED) || mode.equals(CompletionModes.NON_INDEXED);
    }

    static int parallelism(Job job) {
        return job.spec().parallelism().orElse(DEFAULT_PARALLELISM);
    }

    /// How many indexes an indexed Job has.
    static int indexCount(Job job) {
        return job.spec().completions().orElse(0);
    }

    static int backoffLimit(Job job) {
        return job.spec().backoffLimit().orElse(countsPerIndex(job) ? Integer.MAX_VALUE : DEFAULT_BACKOFF_LIMIT);
    }

    /// Whether each index has failures of its own.
    static boolean countsPerIndex(Job job) {
        return isIndexed(job) && job.spec().backoffLimitPerIndex().isPresent();
    }

    static boolean isSuspended(Job job) {
        return job.spec().suspend().orElse(false);
    }

    static Optional<Duration> activeDeadline(Job job) {
        return job.spec().activeDeadlineSeconds().map(Duration::ofSeconds);
    }

    /// Whether a pod is replaced only when it has ended, not already while it terminates. A failure
    /// policy has to see how it ended.
    static boolean replacesOnlyFailed(Job job) {
        return job.spec().podFailurePolicy().isPresent()
                || job.spec()
                        .podReplacementPolicy()
                        .filter(ConditionTypes.FAILED::equals)
                        .isPresent();
    }

    /// The other controller that manages the Job, if one does.
    static Optional<String> managedElsewhere(Job job) {
        return job.spec().managedBy().filter(name -> !name.equals(JobController.MANAGED_BY_US));
    }

    static boolean isFinished(Job job) {
        return Conditions.isTrue(job.status().conditions(), ConditionTypes.COMPLETE)
                || Conditions.isTrue(job.status().conditions(), ConditionTypes.FAILED);
    }

    /// Whether it is decided how the Job ends, and only accounts are left to settle.
    static boolean isEnding(Job job) {
        return Conditions.isTrue(job.status().conditions(), ConditionTypes.SUCCESS_CRITERIA_MET)
                || Conditions.isTrue(job.status().conditions(), ConditionTypes.FAILURE_TARGET);
    }

    static Selector selector(Job job) {
        return Selector.of(job.spec().selector());
    }

    /// Whether the selector is the one the server made: the labels that carry the Job's uid, and
    /// nothing else.
    static boolean hasOwnSelector(Job job) {
        return job.spec()
                .selector()
                .filter(selector -> selector.matchExpressions().isEmpty()
                        && !selector.matchLabels().isEmpty()
                        && selector.matchLabels().entrySet().stream()
                                .allMatch(label -> isUidLabel(label.getKey())
                                        && label.getValue().equals(job.uid())))
                .isPresent();
    }

    private static boolean isUidLabel(String key) {
        return key.equals(Labels.CONTROLLER_UID) || key.equals(Labels.OLD_CONTROLLER_UID);
    }
}
