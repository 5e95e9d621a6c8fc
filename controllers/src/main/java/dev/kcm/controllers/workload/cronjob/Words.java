package dev.kcm.controllers.workload.cronjob;

/// Names that users and other programs know, as upstream spells them.
final class Words {
    /// On a Job: the time it was meant for.
    static final String SCHEDULED_TIMESTAMP = "batch.kubernetes.io/cronjob-scheduled-timestamp";

    // concurrency policies
    static final String FORBID = "Forbid";
    static final String REPLACE = "Replace";

    // how a Job ends
    static final String COMPLETE = "Complete";
    static final String FAILED = "Failed";

    // events about Jobs
    static final String SUCCESSFUL_CREATE = "SuccessfulCreate";
    static final String FAILED_CREATE = "FailedCreate";
    static final String SUCCESSFUL_DELETE = "SuccessfulDelete";
    static final String FAILED_DELETE = "FailedDelete";
    static final String SAW_COMPLETED_JOB = "SawCompletedJob";
    static final String UNEXPECTED_JOB = "UnexpectedJob";
    static final String MISSING_JOB = "MissingJob";
    static final String JOB_ALREADY_ACTIVE = "JobAlreadyActive";

    // events about the schedule
    static final String UNKNOWN_TIME_ZONE = "UnknownTimeZone";
    static final String UNSUPPORTED_SCHEDULE = "UnsupportedSchedule";
    static final String UNPARSEABLE_SCHEDULE = "UnparseableSchedule";
    static final String UNPARSEABLE_NEW_SCHEDULE = "UnParseableCronJobSchedule";
    static final String INVALID_SCHEDULE = "InvalidSchedule";
    static final String TOO_MANY_MISSED_TIMES = "TooManyMissedTimes";

    private Words() {}
}
