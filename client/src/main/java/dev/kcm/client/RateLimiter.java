package dev.kcm.client;

import dev.kcm.base.Clock;
import dev.kcm.base.Deadline;
import dev.kcm.base.TokenBucket;
import java.time.Duration;
import java.util.Optional;

/// A ceiling on requests per second, with a burst: each caller sleeps until its token is there. Thread-safe.
final class RateLimiter {
    private final Clock clock;
    private final TokenBucket bucket;

    RateLimiter(Clock clock, double qps, int burst) {
        this.clock = clock;
        this.bucket = TokenBucket.of(qps, burst);
    }

    /// Waits for the caller's token and returns how long that took; empty, and no token taken, if it would come after
    /// the deadline.
    Optional<Duration> await(Deadline deadline) throws InterruptedException {
        long now = clock.nanoTime();
        long wait = bucket.reserveWithin(now, deadline.atNanos() - now);
        if (wait < 0) {
            return Optional.empty();
        }
        var waited = Duration.ofNanos(wait);
        if (wait > 0) {
            clock.sleep(waited);
        }
        return Optional.of(waited);
    }
}
