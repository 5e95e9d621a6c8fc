package dev.kcm.apiserver.kind;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// Says what is wrong with the schedule of a cron job, in the words of the parser upstream uses.
final class CronSchedule {
    /// One of the five fields: its bounds, and names for its numbers from the least one on.
    private record Field(int least, int most, List<String> names) {}

    private static final class Wrong extends Exception {
        private static final long serialVersionUID = 1;

        Wrong(String message) {
            super(message);
        }
    }

    private static final List<Field> FIELDS =
            List.of(
                    new Field(0, 59, List.of()),
                    new Field(0, 23, List.of()),
                    new Field(1, 31, List.of()),
                    new Field(
                            1,
                            12,
                            List.of(
                                    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep",
                                    "oct", "nov", "dec")),
                    new Field(0, 6, List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat")));

    private static final List<String> DESCRIPTORS =
            List.of(
                    "@yearly",
                    "@annually",
                    "@monthly",
                    "@weekly",
                    "@daily",
                    "@midnight",
                    "@hourly");
    private static final String EVERY = "@every ";
    private static final Pattern GO_DURATION =
            Pattern.compile("[+-]?(0|((\\d+(\\.\\d*)?|\\.\\d+)(ns|us|µs|ms|s|m|h))+)");

    private CronSchedule() {}

    static Optional<String> problem(String schedule) {
        try {
            check(schedule);
            return Optional.empty();
        } catch (Wrong problem) {
            return Optional.ofNullable(problem.getMessage());
        }
    }

    private static void check(String schedule) throws Wrong {
        if (schedule.contains("TZ")) {
            throw new Wrong("cannot use TZ or CRON_TZ in schedule, use timeZone field instead");
        }
        if (schedule.startsWith("@")) {
            checkDescriptor(schedule);
            return;
        }
        var fields = Arrays.stream(schedule.split("\\s+")).filter(it -> !it.isEmpty()).toList();
        if (fields.size() != FIELDS.size()) {
            throw new Wrong(
                    "expected exactly 5 fields, found %d: [%s]"
                            .formatted(fields.size(), String.join(" ", fields)));
        }
        for (int i = 0; i < FIELDS.size(); i++) {
            for (var range : fields.get(i).split(",")) {
                checkRange(range, FIELDS.get(i));
            }
        }
    }

    private static void checkDescriptor(String descriptor) throws Wrong {
        if (descriptor.startsWith(EVERY)) {
            var duration = descriptor.substring(EVERY.length());
            if (!GO_DURATION.matcher(duration).matches()) {
                throw new Wrong(
                        "failed to parse duration %s: time: invalid duration \"%s\""
                                .formatted(descriptor, duration));
            }
        } else if (!DESCRIPTORS.contains(descriptor)) {
            throw new Wrong("unrecognized descriptor: " + descriptor);
        }
    }

    private static void checkRange(String text, Field field) throws Wrong {
        var rangeAndStep = text.split("/", -1);
        var bounds = rangeAndStep[0].split("-", -1);
        if (bounds.length > 2) {
            throw new Wrong("too many hyphens: " + text);
        }
        if (rangeAndStep.length > 2) {
            throw new Wrong("too many slashes: " + text);
        }
        var isAny = bounds[0].equals("*") || bounds[0].equals("?");
        int from = isAny ? field.least : number(bounds[0], field);
        int to = isAny ? field.most : bounds.length == 2 ? number(bounds[1], field) : from;
        int step = rangeAndStep.length == 2 ? number(rangeAndStep[1]) : 1;
        if (from < field.least) {
            throw new Wrong(
                    "beginning of range (%d) below minimum (%d): %s"
                            .formatted(from, field.least, text));
        }
        if (to > field.most) {
            throw new Wrong(
                    "end of range (%d) above maximum (%d): %s".formatted(to, field.most, text));
        }
        if (from > to) {
            throw new Wrong(
                    "beginning of range (%d) beyond end of range (%d): %s"
                            .formatted(from, to, text));
        }
        if (step == 0) {
            throw new Wrong("step of range should be a positive number: " + text);
        }
    }

    private static int number(String text, Field field) throws Wrong {
        int named = field.names.indexOf(text.toLowerCase(Locale.ROOT));
        return named >= 0 ? field.least + named : number(text);
    }

    private static int number(String text) throws Wrong {
        try {
            int number = Integer.parseInt(text);
            if (number < 0) {
                throw new Wrong("negative number (%d) not allowed: %s".formatted(number, text));
            }
            return number;
        } catch (NumberFormatException _) {
            throw new Wrong(
                    "failed to parse int from %s: strconv.Atoi: parsing \"%s\": invalid syntax"
                            .formatted(text, text));
        }
    }
}
