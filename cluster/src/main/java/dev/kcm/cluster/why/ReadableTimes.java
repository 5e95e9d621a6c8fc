package dev.kcm.cluster.why;

import java.time.Duration;
import java.util.regex.Pattern;

/// Durations as people say them: decision logs keep them exactly, as `PT10M0.17S`.
final class ReadableTimes {
    private static final Pattern EXACT = Pattern.compile("PT[0-9.HMS]+");
    private static final Duration SECONDS_UP_TO = Duration.ofMinutes(2);
    private static final Duration MINUTES_UP_TO = Duration.ofHours(2);

    private ReadableTimes() {}

    /// The text with all spans in it rounded and put into words.
    static String in(String text) {
        return EXACT.matcher(text).replaceAll(found -> rounded(Duration.parse(found.group())));
    }

    private static String rounded(Duration span) {
        if (span.compareTo(SECONDS_UP_TO) < 0) {
            long seconds = Math.max(1, Math.round(span.toMillis() / 1e3));
            return seconds == 1 ? "1 second" : seconds + " seconds";
        }
        return span.compareTo(MINUTES_UP_TO) < 0
                ? Math.round(span.toSeconds() / 60.0) + " minutes"
                : Math.round(span.toMinutes() / 60.0) + " hours";
    }
}
