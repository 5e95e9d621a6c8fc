package dev.kcm.runtime.event;

import java.time.Duration;

/// Lets 25 events of one source about one object through, then one every five minutes. Owned by one
/// thread.
final class SpamFilter {
    private static final double BURST = 25;
    private static final Duration REFILL = Duration.ofSeconds(300);

    private record Bucket(double tokens, long at) {}

    private final Recent<Likeness.Subject, Bucket> buckets;

    SpamFilter(int limit) {
        this.buckets = new Recent<>(limit);
    }

    /// Takes a token, if there is one.
    boolean isLetThrough(Likeness.Subject subject, long now) {
        var before = buckets.getOr(subject, new Bucket(BURST, now));
        double refilled = (double) (now - before.at()) / REFILL.toNanos();
        double tokens = Math.min(BURST, before.tokens() + refilled);
        boolean isLetThrough = tokens >= 1;
        buckets.put(subject, new Bucket(isLetThrough ? tokens - 1 : tokens, now));
        return isLetThrough;
    }
}
