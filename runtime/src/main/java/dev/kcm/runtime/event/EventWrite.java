package dev.kcm.runtime.event;

import dev.kcm.model.core.v1.Event;

/// A request the correlator decided on.
sealed interface EventWrite {
    /// The whole event.
    Event event();

    record Create(Event event) implements EventWrite {}

    /// `patch` brings the event on the server up to `event`; should it be gone, `event` is created
    /// again.
    record Patch(Event event, byte[] patch) implements EventWrite {}
}
