package dev.kcm.apiserver.store;

import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Makes changes durable, in the order of their revisions.
public interface WriteAheadLog extends AutoCloseable {
    /// One change: the object as it is now, or none if it was removed.
    record Entry(
            long revision,
            Resource<?> resource,
            ObjectKey key,
            @Nullable KubeObject object) {}

    /// Called for each entry once it is durable or has failed, in order.
    @FunctionalInterface
    interface Completion {
        /// @param failure why it could not be kept; nothing later will be kept either
        void completed(@Nullable RuntimeException failure);
    }

    /// Hands every object kept to `objects`; returns the last revision that was acknowledged.
    long load(Consumer<KubeObject> objects);

    /// Takes the next entry. Called by one thread at a time, in order; returns at once.
    void append(Entry entry, Completion completion);

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
            public void append(Entry entry, Completion completion) {
                completion.completed(null);
            }

            @Override
            public void close() {}
        };
    }
}
