package dev.kcm.runtime.lease;

import java.time.Duration;

/// What a candidate does next.
sealed interface ElectionStep {
    /// Read the lease; the result goes to [ElectionState#found] or [ElectionState#failed].
    record Fetch() implements ElectionStep {}

    /// Create the lease; the result goes to [ElectionState#written] or [ElectionState#failed].
    record Create(LeaseRecord record) implements ElectionStep {}

    /// Replace the lease as last observed; the result goes to [ElectionState#written] or
    /// [ElectionState#failed].
    record Replace(LeaseRecord record) implements ElectionStep {}

    /// Nothing for so long, unless there is news.
    record Rest(Duration duration) implements ElectionStep {}

    /// The candidate has resigned; nothing more to do.
    record Finish() implements ElectionStep {}
}
