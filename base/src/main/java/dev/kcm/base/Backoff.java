package dev.kcm.base;

import java.time.Duration;
import java.util.random.RandomGenerator;

/// How waits grow: `first`, then times `factor` each time, never more than `longest`; with a
/// `jitter` of 0.2 each wait is lengthened by up to a fifth.
public record Backoff(Duration first, double factor, Duration longest, double jitter) {

    public static Backoff doubling(Duration first, Duration longest) {
        return new Backoff(first, 2, longest, 0);
    }

    public Backoff withJitter(double share) {
        return new Backoff(first, factor, longest, share);
    }

    /// The wait before the try after `failures` failed ones; without jitter.
    public Duration after(int failures) {
        double nanos = first.toNanos() * Math.pow(factor, Math.max(0, failures - 1));
        return nanos >= longest.toNanos() ? longest : Duration.ofNanos((long) nanos);
    }

    public Duration after(int failures, RandomGenerator random) {
        var wait = after(failures);
        return jitter <= 0 ? wait : jittered(wait, jitter, random);
    }

    /// `duration` lengthened by a random part of up to `share` of it, as upstream spreads resyncs
    /// and starts.
    public static Duration jittered(Duration duration, double share, RandomGenerator random) {
        return duration.plusNanos((long) (duration.toNanos() * share * random.nextDouble()));
    }
}
