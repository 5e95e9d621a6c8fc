package dev.kcm.controllers.workload.cronjob;

/// Reasons of events and conditions, as upstream spells them.
final class Reasons {
    static final String SUCCESSFUL_CREATE = "SuccessfulCreate";
    static final String FAILED_CREATE = "FailedCreate";
    static final String SUCCESSFUL_DELETE = "SuccessfulDelete";
    static final String FAILED_DELETE = "FailedDelete";
    static final String SAW_COMPLETED_JOB = "SawCompletedJob";
    static final String UNEXPECTED_JOB = "UnexpectedJob";
    static final String MISSING_JOB = "MissingJob";
    static final String JOB_ALREADY_ACTIVE = "JobAlreadyActive";
    static final String UNKNOWN_TIME_ZONE = "UnknownTimeZone";
    static final String UNSUPPORTED_SCHEDULE = "UnsupportedSchedule";
    static final String UNPARSEABLE_SCHEDULE = "UnparseableSchedule";
    static final String UNPARSEABLE_NEW_SCHEDULE = "UnParseableCronJobSchedule";
    static final String INVALID_SCHEDULE = "InvalidSchedule";
    static final String TOO_MANY_MISSED_TIMES = "TooManyMissedTimes";

    private Reasons() {}
}
