package dev.kcm.base;

import java.time.Duration;

/// A moment on a clock's monotonic time after which something counts as late.
public record Deadline(Clock clock, long atNanos) {

    public boolean hasPassed() {
        return clock.nanoTime() - atNanos >= 0;
    }

    /// What is left, never negative.
    public Duration remaining() {
        return Duration.ofNanos(Math.max(0, atNanos - clock.nanoTime()));
    }
}
