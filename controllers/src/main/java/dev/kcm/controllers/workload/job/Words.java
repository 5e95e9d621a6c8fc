package dev.kcm.controllers.workload.job;

/// Names that users and other programs know, as upstream spells them.
final class Words {
    /// The finalizer that keeps a pod until the Job's status accounts for it.
    static final String TRACKING = "batch.kubernetes.io/job-tracking";

    static final String COMPLETION_INDEX = "batch.kubernetes.io/job-completion-index";
    static final String INDEX_FAILURES = "batch.kubernetes.io/job-index-failure-count";
    static final String INDEX_IGNORED_FAILURES = "batch.kubernetes.io/job-index-ignored-failure-count";
    static final String CONTROLLER_UID = "batch.kubernetes.io/controller-uid";
    static final String OLD_CONTROLLER_UID = "controller-uid";
    static final String COMPLETION_INDEX_VARIABLE = "JOB_COMPLETION_INDEX";

    /// What spec.managedBy says when the Job is ours.
    static final String OURSELVES = "kubernetes.io/job-controller";

    static final String INDEXED = "Indexed";
    static final String NON_INDEXED = "NonIndexed";

    // conditions
    static final String COMPLETE = "Complete";
    static final String FAILED = "Failed";
    static final String SUSPENDED = "Suspended";
    static final String FAILURE_TARGET = "FailureTarget";
    static final String SUCCESS_CRITERIA_MET = "SuccessCriteriaMet";

    // their reasons
    static final String POD_FAILURE_POLICY = "PodFailurePolicy";
    static final String BACKOFF_LIMIT_EXCEEDED = "BackoffLimitExceeded";
    static final String DEADLINE_EXCEEDED = "DeadlineExceeded";
    static final String MAX_FAILED_INDEXES_EXCEEDED = "MaxFailedIndexesExceeded";
    static final String FAILED_INDEXES = "FailedIndexes";
    static final String SUCCESS_POLICY = "SuccessPolicy";
    static final String COMPLETIONS_REACHED = "CompletionsReached";
    static final String JOB_SUSPENDED = "JobSuspended";
    static final String JOB_RESUMED = "JobResumed";

    // pod failure policy
    static final String FAIL_JOB = "FailJob";
    static final String FAIL_INDEX = "FailIndex";
    static final String IGNORE = "Ignore";
    static final String COUNT = "Count";

    // events
    static final String SUCCESSFUL_CREATE = "SuccessfulCreate";
    static final String FAILED_CREATE = "FailedCreate";
    static final String SUCCESSFUL_DELETE = "SuccessfulDelete";
    static final String FAILED_DELETE = "FailedDelete";
    static final String COMPLETED = "Completed";
    static final String RESUMED = "Resumed";
    static final String TOO_MANY_SUCCEEDED = "TooManySucceededPods";
    static final String UNKNOWN_COMPLETION_MODE = "UnknownCompletionMode";

    private Words() {}
}
