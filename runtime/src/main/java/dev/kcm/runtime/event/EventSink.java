package dev.kcm.runtime.event;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Event;

/// Where events are written. Requests block; failures are part of the result.
public interface EventSink {
    Result create(Event event);

    /// Applies a strategic merge patch.
    Result patch(ObjectKey key, byte[] patch);

    /// How a request went.
    sealed interface Result {
        record Written() implements Result {}

        /// There is no such event to patch.
        record NotFound() implements Result {}

        /// There is an event of this name already.
        record AlreadyExists() implements Result {}

        /// The server rejected the event; a retry would not help.
        record Rejected(String reason) implements Result {}

        /// The server did not respond; a retry may help.
        record Unreachable(String reason) implements Result {}
    }
}
