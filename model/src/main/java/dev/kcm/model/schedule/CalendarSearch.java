package dev.kcm.model.schedule;

import static dev.kcm.model.schedule.ScheduleField.has;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneRules;
import java.util.Optional;

/// Looks for the first time a calendar schedule asks for: goes on month by month to one that fits,
/// then day by day, hour by hour, minute by minute, and begins anew wherever that leads into the
/// next larger unit.
///
/// Days and months are counted by the clock on the wall, hours and minutes by time that passes, as
/// upstream does. So a time that the clocks leave out is skipped that day, and one that they show
/// twice comes twice if all hours are asked for, and else mostly once.
///
/// One use, one thread.
final class CalendarSearch {
    private static final int YEARS = 5;
    private static final int MINUTE = 60;
    private static final int HOUR = 60 * MINUTE;

    private final Schedule.Calendar wanted;
    private final ZoneRules rules;

    /// Since the epoch.
    private long second;

    /// What clocks show then.
    private LocalDateTime wall;

    /// Whether the smaller units are at their beginnings, as they are when a larger one was moved.
    private boolean isRounded;

    /// @param earliest the first second that will do
    CalendarSearch(Schedule.Calendar wanted, ZoneRules rules, long earliest) {
        this.wanted = wanted;
        this.rules = rules;
        this.second = earliest;
        this.wall = shownAt(earliest);
    }

    /// Seconds since the epoch.
    Optional<Long> first() {
        int lastYear = wall.getYear() + YEARS;
        while (wall.getYear() <= lastYear) {
            if (findsMonth() && findsDay() && findsHour() && findsMinute() && isFullMinute()) {
                return Optional.of(second);
            }
        }
        return Optional.empty();
    }

    private boolean findsMonth() {
        while (!has(wanted.months(), wall.getMonthValue())) {
            round(wall.withDayOfMonth(1).truncatedTo(ChronoUnit.DAYS));
            moveTo(sameDayNextMonth());
            if (wall.getMonthValue() == 1) {
                return false;
            }
        }
        return true;
    }

    /// A day that the month does not have is one of the month after.
    private LocalDateTime sameDayNextMonth() {
        return wall.withDayOfMonth(1).plusMonths(1).plusDays(wall.getDayOfMonth() - 1L);
    }

    private boolean findsDay() {
        while (!isWantedDay()) {
            round(wall.truncatedTo(ChronoUnit.DAYS));
            moveTo(wall.plusDays(1));
            toMidnight();
            if (wall.getDayOfMonth() == 1) {
                return false;
            }
        }
        return true;
    }

    /// Where clocks are changed at midnight a day later is an hour or so off.
    private void toMidnight() {
        int hour = wall.getHour();
        if (hour != 0) {
            pass((hour > 12 ? 24 - hour : -hour) * HOUR);
        }
    }

    private boolean findsHour() {
        while (!has(wanted.hours(), wall.getHour())) {
            round(wall.truncatedTo(ChronoUnit.HOURS));
            pass(HOUR);
            if (wall.getHour() == 0) {
                return false;
            }
        }
        return true;
    }

    private boolean findsMinute() {
        while (!has(wanted.minutes(), wall.getMinute())) {
            if (!isRounded) {
                isRounded = true;
                pass(-Math.floorMod(second, MINUTE));
            }
            pass(MINUTE);
            if (wall.getMinute() == 0) {
                return false;
            }
        }
        return true;
    }

    private boolean isFullMinute() {
        if (wall.getSecond() == 0) {
            return true;
        }
        isRounded = true;
        pass(MINUTE - wall.getSecond());
        return false;
    }

    /// Where both fields about days say something, either will do.
    private boolean isWantedDay() {
        var isDay = has(wanted.days(), wall.getDayOfMonth());
        var isWeekday = has(wanted.weekdays(), wall.getDayOfWeek().getValue() % 7);
        var leavesItOpen = ((wanted.days() | wanted.weekdays()) & ScheduleField.ANY) != 0;
        return leavesItOpen ? isDay && isWeekday : isDay || isWeekday;
    }

    /// Back to the beginning of a unit; once, since what follows moves from beginning to beginning.
    private void round(LocalDateTime beginning) {
        if (!isRounded) {
            isRounded = true;
            moveTo(beginning);
        }
    }

    /// To where clocks show this. If they never do, or twice, it is the time by the offset that
    /// Go's `time.Date` would take.
    private void moveTo(LocalDateTime shown) {
        long asUtc = shown.toEpochSecond(ZoneOffset.UTC);
        long guess = asUtc - offsetAt(asUtc);
        second = asUtc - offsetAt(guess);
        wall = shownAt(second);
    }

    private void pass(int seconds) {
        second += seconds;
        wall = shownAt(second);
    }

    private LocalDateTime shownAt(long at) {
        return LocalDateTime.ofEpochSecond(at + offsetAt(at), 0, ZoneOffset.UTC);
    }

    private int offsetAt(long at) {
        return rules.getOffset(Instant.ofEpochSecond(at)).getTotalSeconds();
    }
}
