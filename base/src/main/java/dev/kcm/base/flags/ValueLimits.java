package dev.kcm.base.flags;

import dev.kcm.base.GoDuration;
import java.time.Duration;
import java.util.List;

/// Rules many flags share. Each returns one sentence that names the flag, or nothing.
public final class ValueLimits {
    private ValueLimits() {}

    public static List<String> atLeast(String flag, long lowest, long value) {
        return value >= lowest ? List.of() : List.of("--%s must be at least %d, got %d".formatted(flag, lowest, value));
    }

    public static List<String> atLeast(String flag, Duration lowest, Duration value) {
        return value.compareTo(lowest) >= 0
                ? List.of()
                : List.of("--%s must be at least %s, got %s"
                        .formatted(flag, GoDuration.print(lowest), GoDuration.print(value)));
    }

    public static List<String> between(String flag, long lowest, long highest, long value) {
        return value >= lowest && value <= highest
                ? List.of()
                : List.of("--%s must be between %d and %d, got %d".formatted(flag, lowest, highest, value));
    }
}
