package dev.kcm.runtime.lease;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/// What a Lease says about leadership. An empty holder means: free.
///
/// `strategy` and `preferredHolder` belong to coordinated election: the server says how it chooses,
/// and whom it wants to lead instead of the present holder.
public record LeaseRecord(
        String holder,
        int durationSeconds,
        Optional<Instant> acquiredAt,
        Optional<Instant> renewedAt,
        int transitions,
        String strategy,
        String preferredHolder) {

    /// A lease nobody has held yet.
    public static final LeaseRecord FREE = new LeaseRecord("", 0, Optional.empty(), Optional.empty(), 0, "", "");

    public boolean isFree() {
        return holder.isEmpty();
    }

    public boolean isHeldBy(String identity) {
        return holder.equals(identity);
    }

    /// The server wants somebody else: the holder should finish and not renew.
    public boolean isEndOfTerm() {
        return !preferredHolder.isEmpty();
    }

    public Duration duration() {
        return Duration.ofSeconds(durationSeconds);
    }

    /// This lease as `identity` takes it over from whoever held it.
    LeaseRecord takenBy(String identity, int seconds, Instant now) {
        var time = Optional.of(microseconds(now));
        return new LeaseRecord(identity, seconds, time, time, transitions + 1, "", "");
    }

    /// This lease with its holder's leadership prolonged. Who was appointed by the server acquires
    /// it with the first renewal.
    LeaseRecord renewed(int seconds, Instant now) {
        var time = Optional.of(microseconds(now));
        return new LeaseRecord(holder, seconds, acquiredAt.or(() -> time), time, transitions, strategy, "");
    }

    /// This lease given up, so that others need not wait until it runs out.
    LeaseRecord released(Instant now) {
        var time = Optional.of(microseconds(now));
        return new LeaseRecord("", 1, time, time, transitions, strategy, "");
    }

    /// A lease that did not exist.
    static LeaseRecord created(String identity, int seconds, Instant now) {
        var time = Optional.of(microseconds(now));
        return new LeaseRecord(identity, seconds, time, time, 0, "", "");
    }

    /// As precise as the API keeps it, so that our own record reads back equal.
    private static Instant microseconds(Instant time) {
        return time.truncatedTo(ChronoUnit.MICROS);
    }
}
