package dev.kcm.client;

import dev.kcm.base.Clock;
import dev.kcm.base.Deadline;
import dev.kcm.base.TokenBucket;
import java.time.Duration;
import java.util.Optional;

/// A ceiling on requests per second, with a burst: each caller sleeps until its token is there. Thread-safe.
final class RateLimiter {
    private static final double DEFAULT_QPS = 5;
    private static final int DEFAULT_BURST = 10;

    private final Clock clock;
    private final TokenBucket bucket;

    /// @param qps 0 for client-go's default, less for no limit
    /// @param burst 0 for client-go's default
    RateLimiter(Clock clock, double qps, int burst) {
        this.clock = clock;
        this.bucket = TokenBucket.of(qps == 0 ? DEFAULT_QPS : qps, burst == 0 ? DEFAULT_BURST : burst);
    }

    /// Waits for the caller's token, however long, and returns how long that took.
    Duration await() throws InterruptedException {
        return sleep(bucket.reserve(clock.nanoTime()));
    }

    /// As above; empty, and no token taken, if it would come after the deadline.
    Optional<Duration> await(Deadline deadline) throws InterruptedException {
        long now = clock.nanoTime();
        long wait = bucket.reserveWithin(now, deadline.atNanos() - now);
        return wait < 0 ? Optional.empty() : Optional.of(sleep(wait));
    }

    private Duration sleep(long nanos) throws InterruptedException {
        var wait = Duration.ofNanos(nanos);
        if (nanos > 0) {
            clock.sleep(wait);
        }
        return wait;
    }
}
