package dev.kcm.client;

import dev.kcm.model.operation.WriteOptions;
import java.time.Duration;

/// How a client behaves. A `qps` of 0 means client-go's default of 5, a `burst` of 0 its 10; a `qps` below 0 switches
/// the rate limit off. `timeout` holds for each request with all its retries, from its first turn on (the server
/// itself gives up after 60 s by default). Writes that the `gate` holds back fail with `NotLeader`.
public record ClientSettings(
        double qps, int burst, Duration timeout, WriteOptions writes, WarningHandler warnings, WriteGate gate) {
    private static final ClientSettings USUAL = new ClientSettings(
            20, 30, Duration.ofSeconds(65), WriteOptions.NONE, WarningHandler.loggedOnce(), WriteGate.ALWAYS_OPEN);

    /// Upstream's defaults for a controller manager.
    public static ClientSettings usual() {
        return USUAL;
    }

    public ClientSettings withRate(double perSecond, int atOnce) {
        return new ClientSettings(perSecond, atOnce, timeout, writes, warnings, gate);
    }

    public ClientSettings withoutRateLimit() {
        return withRate(-1, 0);
    }

    public ClientSettings withTimeout(Duration value) {
        return new ClientSettings(qps, burst, value, writes, warnings, gate);
    }

    public ClientSettings withWrites(WriteOptions value) {
        return new ClientSettings(qps, burst, timeout, value, warnings, gate);
    }

    public ClientSettings withWarnings(WarningHandler value) {
        return new ClientSettings(qps, burst, timeout, writes, value, gate);
    }

    public ClientSettings withGate(WriteGate value) {
        return new ClientSettings(qps, burst, timeout, writes, warnings, value);
    }
}
