package dev.kcm.apiserver.table;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// How long ago something was, in as few letters as upstream uses.
final class Ages {
    private static final String UNKNOWN = "<unknown>";
    private static final long MINUTE = 60;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;
    private static final long YEAR = 365 * DAY;

    private Ages() {}

    static String since(Optional<Instant> then, Instant now) {
        return then.map(instant -> text(Duration.between(instant, now))).orElse(UNKNOWN);
    }

    static String text(Duration duration) {
        long seconds = duration.toMillis() / 1000; // towards zero, as in Go
        if (seconds < -1) {
            return "<invalid>";
        }
        if (seconds < 2 * MINUTE) {
            return Math.max(0, seconds) + "s";
        }
        if (seconds < 10 * MINUTE) {
            return pair(seconds, MINUTE, "m", 1, "s");
        }
        if (seconds < 3 * HOUR) {
            return seconds / MINUTE + "m";
        }
        if (seconds < 8 * HOUR) {
            return pair(seconds, HOUR, "h", MINUTE, "m");
        }
        if (seconds < 2 * DAY) {
            return seconds / HOUR + "h";
        }
        if (seconds < 8 * DAY) {
            return pair(seconds, DAY, "d", HOUR, "h");
        }
        if (seconds < 2 * YEAR) {
            return seconds / DAY + "d";
        }
        return seconds < 8 * YEAR ? pair(seconds, YEAR, "y", DAY, "d") : seconds / YEAR + "y";
    }

    private static String pair(long seconds, long unit, String name, long small, String smallName) {
        long rest = seconds % unit / small;
        return seconds / unit + name + (rest == 0 ? "" : rest + smallName);
    }
}
