package dev.kcm.runtime.queue;

import dev.kcm.base.Backoff;
import java.time.Duration;

/// When a failed key may be tried again: the longer of its own back-off, which grows with its
/// failures, and its place in a bucket shared by all keys of the queue that refills with
/// `perSecond` tokens up to `burst`.
public record RetryPolicy(Backoff perKey, double perSecond, int burst) {

    /// Upstream's numbers for controllers: 5 ms doubling up to 1000 s per key; 10 per second with
    /// bursts of 100 over all keys.
    public static final RetryPolicy USUAL =
            new RetryPolicy(Backoff.doubling(Duration.ofMillis(5), Duration.ofSeconds(1000)), 10, 100);

    public RetryPolicy {
        if (perSecond <= 0 || burst < 1) {
            throw new IllegalArgumentException(
                    "A retry policy needs a positive rate and a burst of at least 1, got %s per".formatted(perSecond)
                            + " second and a burst of %s".formatted(burst));
        }
    }

    /// Only the key's own back-off, without the shared bucket.
    public static RetryPolicy perKeyOnly(Duration first, Duration longest) {
        return new RetryPolicy(Backoff.doubling(first, longest), Double.POSITIVE_INFINITY, Integer.MAX_VALUE);
    }

    /// This policy with other waits per key.
    public RetryPolicy withPerKey(Duration first, Duration longest) {
        return new RetryPolicy(Backoff.doubling(first, longest), perSecond, burst);
    }
}
