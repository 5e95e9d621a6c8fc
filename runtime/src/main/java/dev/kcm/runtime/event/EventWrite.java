package dev.kcm.runtime.event;

import dev.kcm.model.KubeObject;

/// What a correlator wants written.
sealed interface EventWrite<E extends KubeObject> {
    /// The whole event.
    E event();

    record Create<E extends KubeObject>(E event) implements EventWrite<E> {}

    /// `patch` brings the event on the server up to `event`; should it be gone, `event` is created
    /// again.
    record Patch<E extends KubeObject>(E event, byte[] patch) implements EventWrite<E> {}
}
