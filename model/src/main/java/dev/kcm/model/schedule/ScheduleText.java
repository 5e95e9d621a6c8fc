package dev.kcm.model.schedule;

import dev.kcm.base.GoDuration;
import dev.kcm.base.GoText;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Schedules as people write them.
final class ScheduleText {
    private static final List<String> ZONE_PREFIXES = List.of("TZ=", "CRON_TZ=");
    private static final String EVERY = "@every ";
    private static final Duration SHORTEST = Duration.ofSeconds(1);

    private static final Pattern DURATION_TERM = Pattern.compile("(\\d+(\\.\\d*)?|\\.\\d+)(?<unit>[^.\\d]*)");
    private static final Set<String> DURATION_UNITS = Set.of("ns", "us", "µs", "μs", "ms", "s", "m", "h");

    /// What Go takes for space.
    private static final Pattern SPACE = Pattern.compile("[\\s\\x{85}\\p{Z}]+");

    private ScheduleText() {}

    static Schedule.Reading read(String text) {
        if (text.isEmpty()) {
            return new Schedule.Reading.Wrong("empty spec string");
        }
        var prefix = ZONE_PREFIXES.stream().filter(text::startsWith).findFirst();
        return prefix.isEmpty()
                ? read(text, Optional.empty())
                : readAfterZone(text.substring(prefix.get().length()));
    }

    static Schedule.Reading read(String text, ZoneId zone) {
        return read(trimmed(text), Optional.of(zone));
    }

    private static Schedule.Reading readAfterZone(String text) {
        int space = text.indexOf(' ');
        if (space < 0) {
            return new Schedule.Reading.Wrong(
                    "invalid schedule format: nothing follows the time zone; write for example" + " TZ=UTC 0 3 * * *");
        }
        var name = text.substring(0, space);
        var rest = trimmed(text.substring(space));
        if (name.equals(TimeZones.LOCAL)) {
            return read(rest, Optional.empty());
        }
        return switch (TimeZones.find(name)) {
            case TimeZones.Found(var zone) -> read(rest, Optional.of(zone));
            case TimeZones.Unknown(var problem) ->
                new Schedule.Reading.Wrong("provided bad location " + name + ": " + problem);
        };
    }

    private static Schedule.Reading read(String text, Optional<ZoneId> zone) {
        try {
            return new Schedule.Reading.Understood(text.startsWith("@") ? macro(text, zone) : fields(text, zone));
        } catch (IllegalArgumentException wrong) {
            return new Schedule.Reading.Wrong(String.valueOf(wrong.getMessage()));
        }
    }

    private static Schedule macro(String text, Optional<ZoneId> zone) {
        return switch (text) {
            case "@yearly", "@annually" -> fields("0 0 1 1 *", zone);
            case "@monthly" -> fields("0 0 1 * *", zone);
            case "@weekly" -> fields("0 0 * * 0", zone);
            case "@daily", "@midnight" -> fields("0 0 * * *", zone);
            case "@hourly" -> fields("0 * * * *", zone);
            default -> every(text);
        };
    }

    private static Schedule every(String text) {
        if (!text.startsWith(EVERY)) {
            throw new IllegalArgumentException("unrecognized descriptor: " + text);
        }
        var period = period(text);
        return new Schedule.Interval(
                period.compareTo(SHORTEST) < 0 ? SHORTEST : Duration.ofSeconds(period.getSeconds()));
    }

    private static Duration period(String text) {
        try {
            return GoDuration.parse(text.substring(EVERY.length()));
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException(
                    "failed to parse duration %s: time: %s"
                            .formatted(text, durationProblem(text.substring(EVERY.length()))),
                    wrong);
        }
    }

    /// What is wrong with a duration, as Go would say it.
    private static String durationProblem(String text) {
        var quoted = GoText.quote(text);
        var term = DURATION_TERM.matcher(text);
        int at = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
        for (; term.find(at) && term.start() == at; at = term.end()) {
            var unit = term.group("unit");
            if (unit.isEmpty()) {
                return "missing unit in duration " + quoted;
            }
            if (!DURATION_UNITS.contains(unit)) {
                return "unknown unit %s in duration %s".formatted(GoText.quote(unit), quoted);
            }
        }
        return "invalid duration " + quoted;
    }

    private static Schedule fields(String text, Optional<ZoneId> zone) {
        var fields = Arrays.stream(SPACE.split(text))
                .filter(field -> !field.isEmpty())
                .toList();
        if (fields.size() != ScheduleField.values().length) {
            throw new IllegalArgumentException(
                    "expected exactly 5 fields, found %d: [%s]".formatted(fields.size(), String.join(" ", fields)));
        }
        return new Schedule.Calendar(
                ScheduleField.MINUTE.read(fields.get(0)),
                ScheduleField.HOUR.read(fields.get(1)),
                ScheduleField.DAY.read(fields.get(2)),
                ScheduleField.MONTH.read(fields.get(3)),
                ScheduleField.WEEKDAY.read(fields.get(4)),
                zone);
    }

    private static String trimmed(String text) {
        return text.strip();
    }
}
