package dev.kcm.model.schedule;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Optional;

/// The times a CronJob asks for. Immutable; two of the same text are equal.
public sealed interface Schedule {

    /// The first time after this one, on a full second; none if there is none within five years, as
    /// for the 31st of February.
    ///
    /// @param time its zone is where a schedule that names none is at home
    Optional<ZonedDateTime> next(ZonedDateTime time);

    /// What became of a text.
    sealed interface Reading {
        record Understood(Schedule schedule) implements Reading {}

        /// @param problem in the wording of the parser upstream uses, where these say what is wrong
        record Wrong(String problem) implements Reading {}
    }

    /// Reads five fields, a macro such as `@hourly` or `@every 90m`; any of these may follow `TZ=`
    /// or `CRON_TZ=`, a zone and a space.
    static Reading read(String text) {
        return ScheduleText.read(text);
    }

    /// The same at home in a zone.
    static Reading read(String text, ZoneId zone) {
        return ScheduleText.read(text, zone);
    }

    /// Minutes of certain hours of certain days, by the clocks of a zone; what happens where they
    /// are set forward or back is said at [CalendarSearch].
    ///
    /// @param minutes a bit for each, as in the other fields, and [ScheduleField#ANY] for a star
    /// @param weekdays Sunday is 0
    record Calendar(long minutes, long hours, long days, long months, long weekdays, Optional<ZoneId> zone)
            implements Schedule {
        @Override
        public Optional<ZonedDateTime> next(ZonedDateTime time) {
            if (minutes == 0 || hours == 0 || months == 0) {
                return Optional.empty(); // a field of commas alone: every minute of five years would be looked at
            }
            var home = zone.orElse(time.getZone());
            return new CalendarSearch(this, home.getRules(), time.toEpochSecond() + 1)
                    .first()
                    .map(second -> Instant.ofEpochSecond(second).atZone(time.getZone()));
        }
    }

    /// Always as long after the last time.
    ///
    /// @param period of full seconds, at least one
    record Interval(Duration period) implements Schedule {
        @Override
        public Optional<ZonedDateTime> next(ZonedDateTime time) {
            return Optional.of(time.withNano(0).plus(period));
        }
    }
}
