package dev.kcm.runtime.queue;

import java.time.Duration;

/// Hands out places in time at a bounded average rate. Whoever finds the bucket empty goes into its
/// debt and waits until the debt is paid. Not thread-safe: guarded by the queue's lock.
final class TokenBucket {
    private static final double NANOS_PER_SECOND = 1e9;

    private final double perNano;
    private final int burst;
    private double tokens;
    private long countedAt;

    TokenBucket(double perSecond, int burst, long now) {
        this.perNano = perSecond / NANOS_PER_SECOND;
        this.burst = burst;
        this.tokens = burst;
        this.countedAt = now;
    }

    /// Takes one token, now or in the future; says how far in the future.
    Duration reserve(long now) {
        if (Double.isInfinite(perNano)) {
            return Duration.ZERO;
        }
        tokens = Math.min(burst, tokens + (now - countedAt) * perNano) - 1;
        countedAt = now;
        return tokens >= 0 ? Duration.ZERO : Duration.ofNanos((long) (-tokens / perNano));
    }
}
