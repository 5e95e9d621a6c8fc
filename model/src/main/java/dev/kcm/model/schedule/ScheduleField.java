package dev.kcm.model.schedule;

import dev.kcm.base.GoText;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// One of the five fields of a schedule. It is read into a number with a bit for each value.
enum ScheduleField {
    MINUTE(0, 59, List.of()),
    HOUR(0, 23, List.of()),
    DAY(1, 31, List.of()),
    MONTH(1, 12, List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")),
    WEEKDAY(0, 6, List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat"));

    /// Set where the field is a star, which leaves the choice of days to the other of the two
    /// fields about days.
    static final long ANY = 1L << 63;

    private final int least;
    private final int most;
    private final List<String> names;

    ScheduleField(int least, int most, List<String> names) {
        this.least = least;
        this.most = most;
        this.names = names;
    }

    static boolean has(long bits, int value) {
        return (bits >>> value & 1) != 0;
    }

    /// Reads ranges parted by commas.
    ///
    /// @throws IllegalArgumentException that says what is wrong
    long read(String text) {
        return Arrays.stream(text.split(","))
                .filter(range -> !range.isEmpty())
                .mapToLong(this::readRange)
                .reduce(0, (one, other) -> one | other);
    }

    /// `*`, `5`, `5-10`, each with a step if it likes: `*/15`, `5/15`, `0-30/10`.
    private long readRange(String text) {
        var parts = List.of(text.split("/", -1));
        var ends = List.of(parts.getFirst().split("-", -1));
        var isAny = ends.getFirst().equals("*") || ends.getFirst().equals("?");
        long from = isAny ? least : number(ends.getFirst());
        long to = isAny ? most : end(text, ends, from);
        if (parts.size() > 2) {
            throw new IllegalArgumentException("too many slashes: " + text);
        }
        long step = parts.size() == 2 ? plainNumber(parts.getLast()) : 1;
        if (parts.size() == 2 && ends.size() == 1) {
            to = most;
        }
        check(text, from, to, step);
        return bits(from, to, step) | (isAny && step == 1 ? ANY : 0);
    }

    private long end(String text, List<String> ends, long from) {
        return switch (ends.size()) {
            case 1 -> from;
            case 2 -> number(ends.getLast());
            default -> throw new IllegalArgumentException("too many hyphens: " + text);
        };
    }

    private void check(String text, long from, long to, long step) {
        if (from < least) {
            throw new IllegalArgumentException(
                    "beginning of range (%d) below minimum (%d): %s".formatted(from, least, text));
        }
        if (to > most) {
            throw new IllegalArgumentException("end of range (%d) above maximum (%d): %s".formatted(to, most, text));
        }
        if (from > to) {
            throw new IllegalArgumentException(
                    "beginning of range (%d) beyond end of range (%d): %s".formatted(from, to, text));
        }
        if (step == 0) {
            throw new IllegalArgumentException("step of range should be a positive number: " + text);
        }
    }

    private static long bits(long from, long to, long step) {
        long bits = 0;
        for (long value = from; value <= to; value = step > to ? to + 1 : value + step) {
            bits |= 1L << value;
        }
        return bits;
    }

    private long number(String text) {
        int named = names.indexOf(text.toLowerCase(Locale.ROOT));
        return named >= 0 ? least + named : plainNumber(text);
    }

    private static long plainNumber(String text) {
        if (!GoText.isDecimal(text)) {
            throw noNumber(text, "invalid syntax");
        }
        long number = GoText.wholeNumber(text).orElseThrow(() -> noNumber(text, "value out of range"));
        if (number < 0) {
            throw new IllegalArgumentException("negative number (%d) not allowed: %s".formatted(number, text));
        }
        return number;
    }

    private static IllegalArgumentException noNumber(String text, String problem) {
        return new IllegalArgumentException(
                "failed to parse int from %s: strconv.Atoi: parsing \"%s\": %s".formatted(text, text, problem));
    }
}
