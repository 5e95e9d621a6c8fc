package dev.kcm.controllers.node.nodelifecycle;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// How many evictions there may be: one, and after it one more each time the rate allows.
///
/// @param rate per second; none at all if not positive
/// @param tokens what was left at that time, one at most
record EvictionLimiter(float rate, double tokens, Instant at) {
    private static final double NANOS = 1e9;

    static EvictionLimiter starting(float rate, Instant now) {
        return new EvictionLimiter(rate, 1, now);
    }

    /// With another rate. One that had nothing left has nothing left.
    EvictionLimiter withRate(float newRate, Instant now) {
        return newRate == rate ? this : new EvictionLimiter(newRate, rate > 0 && available(now) < 1 ? 0 : 1, now);
    }

    boolean allows(Instant now) {
        return rate > 0 && available(now) >= 1;
    }

    EvictionLimiter afterOne(Instant now) {
        return new EvictionLimiter(rate, available(now) - 1, now);
    }

    /// How long until the next may go; never if there is no rate.
    Optional<Duration> untilNext(Instant now) {
        if (rate <= 0) {
            return Optional.empty();
        }
        double missing = Math.max(0, 1 - available(now));
        return Optional.of(Duration.ofNanos((long) Math.ceil(missing / perSecond() * NANOS)));
    }

    private double available(Instant now) {
        return Math.min(1, tokens + perSecond() * Duration.between(at, now).toNanos() / NANOS);
    }

    /// The number that was meant: 0.1, not the float next to it.
    private double perSecond() {
        return Double.parseDouble(Float.toString(rate));
    }
}
