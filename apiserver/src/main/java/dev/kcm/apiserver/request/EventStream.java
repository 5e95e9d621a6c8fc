package dev.kcm.apiserver.request;

import dev.kcm.model.KubeObject;
import dev.kcm.model.meta.v1.Status;
import java.util.Optional;

/// The events of a watch. Read by one thread; [#close] may come from any and wakes the reader.
public interface EventStream extends AutoCloseable {
    sealed interface Event {
        record Added(KubeObject object) implements Event {}

        record Modified(KubeObject object) implements Event {}

        record Deleted(KubeObject object) implements Event {}

        /// Nothing more will come that is not newer than this revision.
        record Bookmark(String resourceVersion, boolean endsInitialEvents) implements Event {}

        /// The last event of a stream that cannot go on.
        record Failed(Status status) implements Event {}
    }

    /// The next event if there is one already.
    Optional<Event> poll();

    /// Blocks for the next event; empty when the stream has ended.
    Optional<Event> next() throws InterruptedException;

    @Override
    void close();
}
