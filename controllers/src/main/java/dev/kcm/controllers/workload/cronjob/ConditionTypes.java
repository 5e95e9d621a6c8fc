package dev.kcm.controllers.workload.cronjob;

/// Types of conditions, as upstream spells them.
final class ConditionTypes {
    static final String COMPLETE = "Complete";
    static final String FAILED = "Failed";

    private ConditionTypes() {}
}
