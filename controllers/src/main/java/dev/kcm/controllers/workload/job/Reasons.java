package dev.kcm.controllers.workload.job;

/// Reasons of events and conditions, as upstream spells them.
final class Reasons {
    static final String POD_FAILURE_POLICY = "PodFailurePolicy";
    static final String BACKOFF_LIMIT_EXCEEDED = "BackoffLimitExceeded";
    static final String DEADLINE_EXCEEDED = "DeadlineExceeded";
    static final String MAX_FAILED_INDEXES_EXCEEDED = "MaxFailedIndexesExceeded";
    static final String FAILED_INDEXES = "FailedIndexes";
    static final String SUCCESS_POLICY = "SuccessPolicy";
    static final String COMPLETIONS_REACHED = "CompletionsReached";
    static final String JOB_SUSPENDED = "JobSuspended";
    static final String JOB_RESUMED = "JobResumed";
    static final String SUCCESSFUL_CREATE = "SuccessfulCreate";
    static final String FAILED_CREATE = "FailedCreate";
    static final String SUCCESSFUL_DELETE = "SuccessfulDelete";
    static final String FAILED_DELETE = "FailedDelete";
    static final String COMPLETED = "Completed";
    static final String RESUMED = "Resumed";
    static final String TOO_MANY_SUCCEEDED = "TooManySucceededPods";
    static final String UNKNOWN_COMPLETION_MODE = "UnknownCompletionMode";

    private Reasons() {}
}
