package dev.kcm.apiserver.kind;

import dev.kcm.model.batch.v1.CronJob;
import dev.kcm.model.batch.v1.CronJobSpec;
import dev.kcm.model.batch.v1.JobSpec;
import dev.kcm.model.schedule.Schedule;
import dev.kcm.model.schedule.TimeZones;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// What starts jobs by the clock.
final class CronJobRules {
    /// The name of a job is this one's, a dash and ten digits.
    private static final int LONGEST_NAME = 52;

    private static final Pattern ZONE_PART = Pattern.compile("[A-Za-z.\\-_0-9+]{1,14}");

    private static final FieldPath SCHEDULE = FieldPath.SPEC.child("schedule");
    private static final FieldPath TIME_ZONE = FieldPath.SPEC.child("timeZone");

    static final Strategy<CronJob> CRON_JOBS = Strategy.of(CronJob.CRON_JOBS)
            .defaults(CronJobRules::defaulted)
            .spec(Part.of(CronJob::spec, CronJob::withSpec))
            .status(Part.of(CronJob::status, CronJob::withStatus))
            .validation(CronJobRules::validateNew)
            .updateValidation(
                    (wanted, current, problems) -> validate(wanted.spec(), Optional.of(current.spec()), problems))
            .countsGenerations()
            .build();

    private CronJobRules() {}

    private static CronJob defaulted(CronJob job) {
        var spec = job.spec();
        return job.withSpec(changed -> changed.concurrencyPolicy(PodDefaults.or(spec.concurrencyPolicy(), "Allow"))
                .suspend(spec.suspend().orElse(false))
                .successfulJobsHistoryLimit(spec.successfulJobsHistoryLimit().orElse(3))
                .failedJobsHistoryLimit(spec.failedJobsHistoryLimit().orElse(1))
                .jobTemplate(template ->
                        template.spec(JobRules.templated(spec.jobTemplate().spec()))));
    }

    private static void validateNew(CronJob job, FieldErrors problems) {
        validate(job.spec(), Optional.empty(), problems);
        if (job.name().length() > LONGEST_NAME) {
            problems.invalid(FieldPath.METADATA.child("name"), job.name(), "must be no more than 52 characters");
        }
    }

    private static void validate(CronJobSpec spec, Optional<CronJobSpec> current, FieldErrors problems) {
        validateSchedule(spec, current, problems);
        nonNegative(spec.startingDeadlineSeconds(), "startingDeadlineSeconds", problems);
        if (!current.map(CronJobSpec::timeZone).equals(Optional.of(spec.timeZone()))) {
            spec.timeZone().ifPresent(zone -> validateTimeZone(zone, problems));
        }
        PodValidation.supported(
                spec.concurrencyPolicy(),
                List.of("Allow", "Forbid", "Replace"),
                FieldPath.SPEC.child("concurrencyPolicy"),
                problems);
        validateTemplate(spec.jobTemplate().spec(), problems);
        nonNegative(spec.successfulJobsHistoryLimit().map(Integer::longValue), "successfulJobsHistoryLimit", problems);
        nonNegative(spec.failedJobsHistoryLimit().map(Integer::longValue), "failedJobsHistoryLimit", problems);
    }

    /// A zone in the schedule itself is an old way that only those may go on with who have it.
    private static void validateSchedule(CronJobSpec spec, Optional<CronJobSpec> current, FieldErrors problems) {
        var schedule = spec.schedule();
        if (schedule.isEmpty()) {
            problems.required(SCHEDULE, "");
            return;
        }
        if (Schedule.read(schedule) instanceof Schedule.Reading.Wrong(var problem)) {
            problems.invalid(SCHEDULE, schedule, problem);
        }
        if (!namesZone(schedule)) {
            return;
        }
        if (!current.map(CronJobSpec::schedule).filter(CronJobRules::namesZone).isPresent()) {
            problems.invalid(SCHEDULE, schedule, "cannot use TZ or CRON_TZ in schedule, use timeZone field instead");
        } else if (spec.timeZone().isPresent()) {
            problems.invalid(SCHEDULE, schedule, "cannot use both timeZone field and TZ or CRON_TZ in schedule");
        }
    }

    private static boolean namesZone(String schedule) {
        return schedule.contains("TZ");
    }

    private static void validateTimeZone(String zone, FieldErrors problems) {
        if (zone.isEmpty()) {
            problems.invalid(TIME_ZONE, zone, "timeZone must be nil or non-empty string");
            return;
        }
        if (!Arrays.stream(zone.split("/", -1)).allMatch(CronJobRules::isZonePart)) {
            problems.invalid(TIME_ZONE, zone, "unknown time zone " + zone);
            return;
        }
        if (zone.equalsIgnoreCase(TimeZones.LOCAL)) {
            problems.invalid(
                    TIME_ZONE,
                    zone,
                    "timeZone must be an explicit time zone as defined in" + " https://www.iana.org/time-zones");
        }
        if (!zone.equals(TimeZones.LOCAL) && TimeZones.find(zone) instanceof TimeZones.Unknown(var problem)) {
            problems.invalid(TIME_ZONE, zone, problem);
        }
    }

    private static boolean isZonePart(String part) {
        return ZONE_PART.matcher(part).matches() && !part.equals(".") && !part.equals("..") && !part.startsWith("-");
    }

    private static void validateTemplate(JobSpec spec, FieldErrors problems) {
        var path = FieldPath.SPEC.child("jobTemplate").child("spec");
        JobRules.validate(spec, path, problems);
        spec.selector()
                .ifPresent(selector ->
                        problems.invalid(path.child("selector"), selector, "`selector` will be auto-generated"));
        if (spec.manualSelector().orElse(false)) {
            problems.unsupported(path.child("manualSelector"), true, List.of("nil", "false"));
        }
    }

    private static void nonNegative(Optional<Long> value, String field, FieldErrors problems) {
        value.ifPresent(number -> WorkloadRules.nonNegative(number, FieldPath.SPEC.child(field), problems));
    }
}
