package dev.kcm.apiserver.store;

import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Makes changes durable, in the order of their revisions.
public interface WriteAheadLog extends AutoCloseable {
    /// One change: the object as it is now and who manages its fields, or none if it was removed. The epoch grows
    /// each time the store was told of a failure: an entry of the same or an earlier epoch than a failed one may
    /// build on it, and must fail, too.
    record Entry(
            long revision,
            long epoch,
            Resource<?> resource,
            ObjectKey key,
            @Nullable KubeObject object,
            FieldOwners owners) {}

    /// Called for each entry once it is durable or has failed, in order.
    @FunctionalInterface
    interface Completion {
        /// @param failure why it could not be kept
        void completed(@Nullable StoreUnavailableException failure);
    }

    /// Hands every object kept to `objects`; returns the last revision that was acknowledged.
    long load(Consumer<KubeObject> objects);

    /// Begins to take entries.
    ///
    /// @param visible what entries that completed without failure have led to; asked between entries
    /// @throws StoreUnavailableException if nothing can be written
    void start(Supplier<StoreContents> visible);

    /// Takes the next entry. Called by one thread at a time, in order; returns at once.
    void append(Entry entry, Completion completion);

    /// Why nothing can be written at present.
    Optional<String> unhealthyReason();

    /// Makes durable what was appended, then lets go of the files.
    @Override
    void close();

    /// Keeps nothing.
    static WriteAheadLog none() {
        return new WriteAheadLog() {
            @Override
            public long load(Consumer<KubeObject> objects) {
                return 0;
            }

            @Override
            public void start(Supplier<StoreContents> visible) {}

            @Override
            public void append(Entry entry, Completion completion) {
                completion.completed(null);
            }

            @Override
            public Optional<String> unhealthyReason() {
                return Optional.empty();
            }

            @Override
            public void close() {}
        };
    }
}
