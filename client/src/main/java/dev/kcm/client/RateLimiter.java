package dev.kcm.client;

import dev.kcm.base.Clock;
import dev.kcm.base.Deadline;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/// A ceiling on requests per second, with a burst. Whoever asks gets a place in time, first come
/// first served, and sleeps until it. Lock-free.
final class RateLimiter {
    private static final long UNSET = Long.MIN_VALUE;

    private final Clock clock;
    private final long interval;
    private final long slack;

    /// When the bucket would be full again if nobody asked any more.
    private final AtomicLong fullAt = new AtomicLong(UNSET);

    RateLimiter(Clock clock, double qps, int burst) {
        this.clock = clock;
        this.interval = qps > 0 ? (long) (1e9 / qps) : 0;
        this.slack = interval * Math.max(1, burst);
    }

    /// Waits for the caller's turn and returns how long that took; empty, and no turn taken, if it
    /// would come after the deadline.
    Optional<Duration> await(Deadline deadline) throws InterruptedException {
        if (interval == 0) {
            return Optional.of(Duration.ZERO);
        }
        while (true) {
            long now = clock.nanoTime();
            long known = fullAt.get();
            long from = known == UNSET || known - now < 0 ? now : known;
            long wait = from + interval - slack - now;
            if (wait > 0 && now + wait - deadline.atNanos() > 0) {
                return Optional.empty();
            }
            if (fullAt.compareAndSet(known, from + interval)) {
                return Optional.of(sleep(wait));
            }
        }
    }

    private Duration sleep(long nanos) throws InterruptedException {
        if (nanos <= 0) {
            return Duration.ZERO;
        }
        var wait = Duration.ofNanos(nanos);
        clock.sleep(wait);
        return wait;
    }
}
