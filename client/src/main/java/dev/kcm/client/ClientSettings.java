package dev.kcm.client;

import java.time.Duration;

/// How a client behaves. `qps` 0 or less switches the rate limit off; `timeout` holds for each
/// request with all its retries (the server itself gives up after 60 s by default).
public record ClientSettings(
        double qps, int burst, Duration timeout, WriteOptions writes, WarningHandler warnings) {
    private static final ClientSettings USUAL =
            new ClientSettings(
                    20,
                    30,
                    Duration.ofSeconds(65),
                    WriteOptions.PLAIN,
                    WarningHandler.loggedOnce());

    /// Upstream's defaults for a controller manager.
    public static ClientSettings usual() {
        return USUAL;
    }

    public ClientSettings withRate(double perSecond, int atOnce) {
        return new ClientSettings(perSecond, atOnce, timeout, writes, warnings);
    }

    public ClientSettings withoutRateLimit() {
        return withRate(0, 0);
    }

    public ClientSettings withTimeout(Duration value) {
        return new ClientSettings(qps, burst, value, writes, warnings);
    }

    public ClientSettings withWrites(WriteOptions value) {
        return new ClientSettings(qps, burst, timeout, value, warnings);
    }

    public ClientSettings withWarnings(WarningHandler value) {
        return new ClientSettings(qps, burst, timeout, writes, value);
    }
}
