package dev.kcm.runtime.event;

import dev.kcm.base.TokenBucket;
import java.time.Duration;

/// Lets 25 events of one source about one object through, then one every five minutes. Owned by one
/// thread.
final class SpamFilter {
    private static final long INTERVAL = Duration.ofSeconds(300).toNanos();
    private static final int BURST = 25;

    private final RecentEvents<SimilarityKey.Subject, TokenBucket> buckets;

    SpamFilter(int limit) {
        this.buckets = new RecentEvents<>(limit);
    }

    /// Takes one token of the subject's bucket, if there is one.
    boolean allows(SimilarityKey.Subject subject, long now) {
        var bucket = buckets.getOr(subject, TokenBucket.every(INTERVAL, BURST));
        buckets.put(subject, bucket);
        return bucket.tryTake(now);
    }
}
