package dev.kcm.controllers.workload.job;

/// Types of conditions, as upstream spells them.
final class ConditionTypes {
    static final String COMPLETE = "Complete";
    static final String FAILED = "Failed";
    static final String SUSPENDED = "Suspended";
    static final String FAILURE_TARGET = "FailureTarget";
    static final String SUCCESS_CRITERIA_MET = "SuccessCriteriaMet";

    private ConditionTypes() {}
}
