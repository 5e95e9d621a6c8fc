package dev.kcm.apiserver.strategy.batch;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.FieldPath;
import dev.kcm.apiserver.strategy.FieldValidation;
import dev.kcm.apiserver.strategy.Part;
import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.model.batch.v1.CronJob;
import dev.kcm.model.batch.v1.CronJobSpec;
import dev.kcm.model.batch.v1.JobSpec;
import dev.kcm.model.defaults.Defaults;
import dev.kcm.model.schedule.Schedule;
import dev.kcm.model.schedule.TimeZones;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Defaulting, validation and update rules of cron jobs, which create jobs on a schedule.
public final class CronJobStrategy {
    /// The name of a job is this one's, a dash and ten digits.
    private static final int LONGEST_NAME = 52;

    private static final Pattern ZONE_PART = Pattern.compile("[A-Za-z.\\-_0-9+]{1,14}");

    private static final FieldPath SCHEDULE = FieldPath.SPEC.child("schedule");
    private static final FieldPath TIME_ZONE = FieldPath.SPEC.child("timeZone");

    public static final Strategy<CronJob> STRATEGY = Strategy.of(CronJob.CRON_JOBS)
            .defaults(CronJobStrategy::defaulted)
            .spec(Part.of(CronJob::spec, CronJob::withSpec))
            .status(Part.of(CronJob::status, CronJob::withStatus))
            .validation(CronJobStrategy::validateNew)
            .updateValidation((wanted, current, errors) -> validate(wanted.spec(), Optional.of(current.spec()), errors))
            .countsGenerations()
            .build();

    private CronJobStrategy() {}

    private static CronJob defaulted(CronJob job) {
        var spec = job.spec();
        return job.withSpec(changed -> changed.concurrencyPolicy(Defaults.or(spec.concurrencyPolicy(), "Allow"))
                .suspend(spec.suspend().orElse(false))
                .successfulJobsHistoryLimit(spec.successfulJobsHistoryLimit().orElse(3))
                .failedJobsHistoryLimit(spec.failedJobsHistoryLimit().orElse(1))
                .jobTemplate(template ->
                        template.spec(JobStrategy.templated(spec.jobTemplate().spec()))));
    }

    private static void validateNew(CronJob job, FieldErrors errors) {
        validate(job.spec(), Optional.empty(), errors);
        if (job.name().length() > LONGEST_NAME) {
            errors.invalid(FieldPath.METADATA.child("name"), job.name(), "must be no more than 52 characters");
        }
    }

    private static void validate(CronJobSpec spec, Optional<CronJobSpec> current, FieldErrors errors) {
        validateSchedule(spec, current, errors);
        nonNegative(spec.startingDeadlineSeconds(), "startingDeadlineSeconds", errors);
        if (!current.map(CronJobSpec::timeZone).equals(Optional.of(spec.timeZone()))) {
            spec.timeZone().ifPresent(zone -> validateTimeZone(zone, errors));
        }
        FieldValidation.supported(
                spec.concurrencyPolicy(),
                List.of("Allow", "Forbid", "Replace"),
                FieldPath.SPEC.child("concurrencyPolicy"),
                errors);
        validateTemplate(spec.jobTemplate().spec(), errors);
        nonNegative(spec.successfulJobsHistoryLimit().map(Integer::longValue), "successfulJobsHistoryLimit", errors);
        nonNegative(spec.failedJobsHistoryLimit().map(Integer::longValue), "failedJobsHistoryLimit", errors);
    }

    /// A zone in the schedule itself is an old way that only those may go on with who have it.
    private static void validateSchedule(CronJobSpec spec, Optional<CronJobSpec> current, FieldErrors errors) {
        var schedule = spec.schedule();
        if (schedule.isEmpty()) {
            errors.required(SCHEDULE, "");
            return;
        }
        if (Schedule.read(schedule) instanceof Schedule.Reading.Wrong(var problem)) {
            errors.invalid(SCHEDULE, schedule, problem);
        }
        if (!namesZone(schedule)) {
            return;
        }
        if (!current.map(CronJobSpec::schedule)
                .filter(CronJobStrategy::namesZone)
                .isPresent()) {
            errors.invalid(SCHEDULE, schedule, "cannot use TZ or CRON_TZ in schedule, use timeZone field instead");
        } else if (spec.timeZone().isPresent()) {
            errors.invalid(SCHEDULE, schedule, "cannot use both timeZone field and TZ or CRON_TZ in schedule");
        }
    }

    private static boolean namesZone(String schedule) {
        return schedule.contains("TZ");
    }

    private static void validateTimeZone(String zone, FieldErrors errors) {
        if (zone.isEmpty()) {
            errors.invalid(TIME_ZONE, zone, "timeZone must be nil or non-empty string");
            return;
        }
        if (!Arrays.stream(zone.split("/", -1)).allMatch(CronJobStrategy::isZonePart)) {
            errors.invalid(TIME_ZONE, zone, "unknown time zone " + zone);
            return;
        }
        if (zone.equalsIgnoreCase(TimeZones.LOCAL)) {
            errors.invalid(
                    TIME_ZONE,
                    zone,
                    "timeZone must be an explicit time zone as defined in" + " https://www.iana.org/time-zones");
        }
        if (!zone.equals(TimeZones.LOCAL) && TimeZones.find(zone) instanceof TimeZones.Unknown(var problem)) {
            errors.invalid(TIME_ZONE, zone, problem);
        }
    }

    private static boolean isZonePart(String part) {
        return ZONE_PART.matcher(part).matches() && !part.equals(".") && !part.equals("..") && !part.startsWith("-");
    }

    private static void validateTemplate(JobSpec spec, FieldErrors errors) {
        var path = FieldPath.SPEC.child("jobTemplate").child("spec");
        JobStrategy.validate(spec, path, errors);
        spec.selector()
                .ifPresent(selector ->
                        errors.invalid(path.child("selector"), selector, "`selector` will be auto-generated"));
        if (spec.manualSelector().orElse(false)) {
            errors.unsupported(path.child("manualSelector"), true, List.of("nil", "false"));
        }
    }

    private static void nonNegative(Optional<Long> value, String field, FieldErrors errors) {
        value.ifPresent(number -> FieldValidation.nonNegative(number, FieldPath.SPEC.child(field), errors));
    }
}
