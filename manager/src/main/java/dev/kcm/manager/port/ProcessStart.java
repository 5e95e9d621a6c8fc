package dev.kcm.manager.port;

import java.time.Instant;

/// When the process began, as pages and metrics show it.
record ProcessStart(Instant at) {
    private static final double MILLIS_PER_SECOND = 1000;

    /// As the operating system knows it, else `fallback`.
    static ProcessStart of(Instant fallback) {
        return new ProcessStart(ProcessHandle.current().info().startInstant().orElse(fallback));
    }

    double seconds() {
        return at.toEpochMilli() / MILLIS_PER_SECOND;
    }

    String unixTime() {
        return Long.toString(at.getEpochSecond());
    }
}
