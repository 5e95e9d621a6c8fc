package dev.kcm.controllers.workload.job;

/// What a rule of a pod failure policy asks for.
final class FailurePolicyActions {
    static final String FAIL_JOB = "FailJob";
    static final String FAIL_INDEX = "FailIndex";
    static final String IGNORE = "Ignore";
    static final String COUNT = "Count";

    private FailurePolicyActions() {}
}
