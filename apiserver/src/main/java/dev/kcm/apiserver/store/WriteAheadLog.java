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

    /// Told about each entry once its fate is certain, in order.
    @FunctionalInterface
    interface Receipt {
        /// @param failure why it could not be kept; nothing later will be kept either
        void settled(@Nullable RuntimeException failure);
    }

    /// Hands every object kept to `objects`; returns the last revision that was acknowledged.
    long load(Consumer<KubeObject> objects);

    /// Takes the next entry. Called by one thread at a time, in order; returns at once.
    void append(Entry entry, Receipt receipt);

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
            public void append(Entry entry, Receipt receipt) {
                receipt.settled(null);
            }

            @Override
            public void close() {}
        };
    }
}
