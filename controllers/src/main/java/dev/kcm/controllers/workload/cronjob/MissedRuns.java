package dev.kcm.controllers.workload.cronjob;

import dev.kcm.model.schedule.Schedule;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.util.Optional;

/// The times of a schedule between two moments of which only the latest matters. How many there are
/// is an estimate: as many as fit in if all are as far apart as the first two.
///
/// @param latest the latest time that is not in the future; where the estimate leads past it, none
record MissedRuns(Optional<ZonedDateTime> latest, Extent extent) {
    private static final int MANY = 100;

    /// Clocks of computers differ a little; a run must not start before its time.
    private static final Duration CLOCK_SKEW = Duration.ofMillis(100);

    enum Extent {
        /// At most one time has come.
        NONE,
        FEW,
        /// More than a hundred.
        MANY,
        /// The schedule has no second time.
        SENSELESS
    }

    static MissedRuns of(Schedule schedule, ZonedDateTime since, ZonedDateTime now) {
        var first = schedule.next(since);
        if (first.filter(now::isBefore).isPresent()) {
            return new MissedRuns(Optional.empty(), Extent.NONE);
        }
        var second = first.flatMap(schedule::next);
        if (second.isEmpty()) {
            return new MissedRuns(Optional.empty(), Extent.SENSELESS);
        }
        return now.isBefore(second.get())
                ? new MissedRuns(first, Extent.NONE)
                : estimated(schedule, first.orElseThrow(), Duration.between(first.orElseThrow(), second.get()), now);
    }

    /// How long it is until the next time after those that have come.
    static Optional<Duration> untilNext(Schedule schedule, ZonedDateTime since, ZonedDateTime now) {
        var backlog = of(schedule, since, now);
        var last = backlog.latest.orElse(backlog.extent == Extent.NONE ? since : now);
        return schedule.next(last).map(next -> Duration.between(now, next).plus(CLOCK_SKEW));
    }

    private static MissedRuns estimated(Schedule schedule, ZonedDateTime first, Duration apart, ZonedDateTime now) {
        long missed = Duration.between(first, now).dividedBy(apart) + 1;
        Optional<ZonedDateTime> latest = Optional.empty();
        var next = schedule.next(first.plus(apart.multipliedBy(missed - 2)));
        while (next.isPresent() && !next.get().isAfter(now)) {
            latest = next;
            next = schedule.next(next.get());
        }
        return new MissedRuns(latest, missed > MANY ? Extent.MANY : Extent.FEW);
    }
}
