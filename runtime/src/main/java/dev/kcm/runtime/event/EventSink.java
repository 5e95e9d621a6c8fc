package dev.kcm.runtime.event;

import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;

/// Where events are written. Requests block; they report failures in their answer.
public interface EventSink<E extends KubeObject> {
    Answer<E> create(E event);

    /// Applies a strategic merge patch.
    Answer<E> patch(ObjectKey key, byte[] patch);

    /// How a request went.
    sealed interface Answer<E> {
        /// Written; the event as the server has it.
        record Recorded<E>(E event) implements Answer<E> {}

        /// There is no such event to patch.
        record Missing<E>() implements Answer<E> {}

        /// There is an event of this name already.
        record Exists<E>() implements Answer<E> {}

        /// The server will not have it, and will not have it later.
        record Refused<E>(String why) implements Answer<E> {}

        /// The server did not answer; it may later.
        record Unreachable<E>(String why) implements Answer<E> {}
    }
}
