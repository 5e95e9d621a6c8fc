package dev.kcm.controllers.workload.cronjob;

import dev.kcm.base.GoText;
import dev.kcm.model.batch.v1.CronJob;
import dev.kcm.model.schedule.Schedule;
import dev.kcm.model.schedule.TimeZones;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What the schedule of a CronJob asks for at one moment, whatever Jobs there are. Pure.
sealed interface ScheduleDecision {
    List<Step> events();

    /// No run is due.
    record Idle(String why, List<Step> events, Optional<Duration> wakeIn) implements ScheduleDecision {}

    /// @param at the time the run was meant for; earlier ones that were missed are not made up for
    /// @param untilNext how long it is to the next one if this one is not started now
    /// @param untilNextIfRun the same if it is
    record Due(Instant at, List<Step> events, Optional<Duration> untilNext, Optional<Duration> untilNextIfRun)
            implements ScheduleDecision {}

    /// @param hasNewSchedule it was changed since the last sync: what the new one would have asked
    ///   for in the past does not count
    /// @param local the zone of schedules that name none
    static ScheduleDecision of(CronJob cronJob, boolean hasNewSchedule, ZoneId local, Instant now) {
        if (cronJob.isDeleting()) {
            return idle("being deleted");
        }
        if (zone(cronJob) instanceof TimeZones.Unknown(var problem)) {
            var name = GoText.quote(cronJob.spec().timeZone().orElse(""));
            return idle(
                    "its time zone is unknown",
                    warn(cronJob, Reasons.UNKNOWN_TIME_ZONE, "invalid timeZone: %s: %s".formatted(name, problem)));
        }
        if (cronJob.spec().suspend().orElse(false)) {
            return idle("suspended");
        }
        return switch (schedule(cronJob)) {
            case Schedule.Reading.Wrong(var problem) ->
                idle("its schedule is wrong", unparseable(cronJob, problem, hasNewSchedule));
            case Schedule.Reading.Understood(var schedule) ->
                new Times(cronJob, schedule, local, now).decision(hasNewSchedule);
        };
    }

    /// The zone a CronJob names, or else UTC.
    static TimeZones.Lookup zone(CronJob cronJob) {
        return TimeZones.find(cronJob.spec().timeZone().orElse(""));
    }

    private static Schedule.Reading schedule(CronJob cronJob) {
        var text = cronJob.spec().schedule();
        return cronJob.spec().timeZone().isPresent()
                        && !namesZone(cronJob)
                        && zone(cronJob) instanceof TimeZones.Found(var zone)
                ? Schedule.read(text, zone)
                : Schedule.read(text);
    }

    private static boolean namesZone(CronJob cronJob) {
        return cronJob.spec().schedule().contains("TZ");
    }

    private static Step unparseable(CronJob cronJob, String problem, boolean isNew) {
        var text = cronJob.spec().schedule();
        return isNew
                ? warn(cronJob, Reasons.UNPARSEABLE_NEW_SCHEDULE, "unparseable schedule for cronjob: " + text)
                : warn(
                        cronJob,
                        Reasons.UNPARSEABLE_SCHEDULE,
                        "unparseable schedule: %s : %s".formatted(GoText.quote(text), problem));
    }

    private static ScheduleDecision idle(String why, Step... events) {
        return new Idle(why, List.of(events), Optional.empty());
    }

    private static Step warn(CronJob cronJob, String reason, String note) {
        return Step.warning(cronJob.ref(), reason, note);
    }

    /// A schedule that is understood, held against the clock.
    record Times(CronJob cronJob, Schedule schedule, ZoneId local, Instant now) {
        /// A deadline of more than a thousand years is none.
        private static final long LONGEST = Duration.ofDays(365_000).toSeconds();

        ScheduleDecision decision(boolean hasNewSchedule) {
            var events = new ArrayList<Step>();
            if (namesZone(cronJob)) {
                events.add(unsupported());
            }
            var untilNext = untilNext(since());
            if (hasNewSchedule && untilNext.isPresent()) {
                return new Idle("its schedule is new", events, untilNext);
            }
            var backlog = MissedRuns.of(schedule, earliest(), at(now));
            if (backlog.extent() == MissedRuns.Extent.SENSELESS) {
                events.add(senseless());
                return new Idle("its schedule never comes", events, Optional.empty());
            }
            if (backlog.latest().isEmpty()) {
                return new Idle("it waits for its time", events, untilNext);
            }
            if (backlog.extent() == MissedRuns.Extent.MANY) {
                events.add(tooMany());
            }
            var due = backlog.latest().get().toInstant();
            if (cronJob.status().lastScheduleTime().filter(due::equals).isPresent()) {
                return new Idle("its last time was used", events, untilNext);
            }
            return new Due(due, events, untilNext, untilNext(at(due)));
        }

        /// Times up to here are settled.
        private ZonedDateTime since() {
            return at(cronJob.status()
                    .lastScheduleTime()
                    .or(() -> cronJob.metadata().creationTimestamp())
                    .orElse(now));
        }

        /// The same, with what is too late left out.
        private ZonedDateTime earliest() {
            return cronJob.spec()
                    .startingDeadlineSeconds()
                    .map(seconds -> at(now.minusSeconds(Math.min(seconds, LONGEST))))
                    .filter(time -> time.isAfter(since()))
                    .orElseGet(this::since);
        }

        private Optional<Duration> untilNext(ZonedDateTime settled) {
            return MissedRuns.untilNext(schedule, settled, at(now));
        }

        private ZonedDateTime at(Instant time) {
            return time.atZone(local);
        }

        private Step unsupported() {
            return warn(
                    cronJob,
                    Reasons.UNSUPPORTED_SCHEDULE,
                    "CRON_TZ or TZ used in schedule %s is not officially supported, see"
                                    .formatted(GoText.quote(cronJob.spec().schedule()))
                            + " https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/"
                            + " for more details");
        }

        private Step senseless() {
            return warn(
                    cronJob,
                    Reasons.INVALID_SCHEDULE,
                    "invalid schedule: %s : time difference between two schedules is less than 1"
                                    .formatted(cronJob.spec().schedule())
                            + " second");
        }

        private Step tooMany() {
            return warn(
                    cronJob,
                    Reasons.TOO_MANY_MISSED_TIMES,
                    "too many missed start times. Set or decrease .spec.startingDeadlineSeconds or"
                            + " check clock skew");
        }
    }
}
