package dev.kcm.runtime.lease;

import java.time.Duration;

/// What a candidate does next.
sealed interface Move {
    /// Read the lease; the answer goes to [Candidacy#found] or [Candidacy#failed].
    record Fetch() implements Move {}

    /// Create the lease; the answer goes to [Candidacy#written] or [Candidacy#failed].
    record Create(LeaseRecord record) implements Move {}

    /// Replace the lease as last seen; the answer goes to [Candidacy#written] or
    /// [Candidacy#failed].
    record Replace(LeaseRecord record) implements Move {}

    /// Nothing for so long, unless there is news.
    record Rest(Duration duration) implements Move {}

    /// The candidate has resigned; nothing more to do.
    record Finish() implements Move {}
}
