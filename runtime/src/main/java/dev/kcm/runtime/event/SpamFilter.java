package dev.kcm.runtime.event;

import java.time.Duration;

/// Lets 25 events of one source about one object through, then one every five minutes. Owned by one
/// thread.
final class SpamFilter {
    private static final long COST = Duration.ofSeconds(300).toNanos();
    private static final long CREDIT = 25 * COST;

    /// Credit in nanoseconds: it grows as time passes, and exactly.
    private record Bucket(long credit, long at) {}

    private final RecentEvents<SimilarityKey.Subject, Bucket> buckets;

    SpamFilter(int limit) {
        this.buckets = new RecentEvents<>(limit);
    }

    /// Pays for one event, if there is credit.
    boolean isLetThrough(SimilarityKey.Subject subject, long now) {
        var before = buckets.getOr(subject, new Bucket(CREDIT, now));
        long credit = Math.min(CREDIT, before.credit() + (now - before.at()));
        boolean isLetThrough = credit >= COST;
        buckets.put(subject, new Bucket(isLetThrough ? credit - COST : credit, now));
        return isLetThrough;
    }
}
