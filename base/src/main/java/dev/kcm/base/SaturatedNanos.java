package dev.kcm.base;

import java.time.Duration;

/// Durations as nanoseconds, with "longer than a long can hold" meaning "for ever" rather than an
/// exception.
final class SaturatedNanos {
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE / 4);

    private SaturatedNanos() {}

    static long of(Duration duration) {
        return duration.compareTo(LONGEST) > 0 ? LONGEST.toNanos() : duration.toNanos();
    }
}
