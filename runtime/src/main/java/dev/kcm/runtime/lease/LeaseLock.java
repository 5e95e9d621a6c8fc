package dev.kcm.runtime.lease;

import java.util.Optional;

/// The Lease on the server. Requests block, end within the election's request time-out, and fail
/// with any runtime exception, after which it is unknown whether they took effect.
///
/// One thread at a time calls [#fetch], [#create] and [#replace]; [#watch] may be called beside
/// them and does not change what they know.
public interface LeaseLock {

    /// The lease as it is now; empty when it does not exist.
    Optional<LeaseRecord> fetch();

    void create(LeaseRecord record);

    /// Replaces the record, provided that the lease is still as last fetched, created or replaced
    /// through this lock. All else in the Lease stays as it is.
    void replace(LeaseRecord record);

    /// Changes from now on, beginning with the lease as it is if it exists.
    LeaseWatch watch();

    /// For people.
    String describe();

    /// A running watch; [#close] may be called from any thread and ends a waiting [#next].
    interface LeaseWatch extends AutoCloseable {
        News next() throws InterruptedException;

        @Override
        void close();
    }

    /// What a watch delivers.
    sealed interface News {
        record Changed(LeaseRecord record) implements News {}

        record Deleted() implements News {}

        /// The watch is over; nothing more will come.
        record Ended(String why) implements News {}
    }
}
