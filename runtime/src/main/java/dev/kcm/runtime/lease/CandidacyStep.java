package dev.kcm.runtime.lease;

import java.time.Duration;

/// What a candidate does next.
sealed interface CandidacyStep {
    /// Read the lease; the answer goes to [Candidacy#found] or [Candidacy#failed].
    record Fetch() implements CandidacyStep {}

    /// Create the lease; the answer goes to [Candidacy#written] or [Candidacy#failed].
    record Create(LeaseRecord record) implements CandidacyStep {}

    /// Replace the lease as last seen; the answer goes to [Candidacy#written] or
    /// [Candidacy#failed].
    record Replace(LeaseRecord record) implements CandidacyStep {}

    /// Nothing for so long, unless there is news.
    record Rest(Duration duration) implements CandidacyStep {}

    /// The candidate has resigned; nothing more to do.
    record Finish() implements CandidacyStep {}
}
