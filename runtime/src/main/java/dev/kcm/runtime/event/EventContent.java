package dev.kcm.runtime.event;

import dev.kcm.model.core.v1.ObjectReference;
import java.time.Instant;

/// An event as it was recorded, before correlation.
///
/// @param name the name of the event, should the correlator create one for it
record EventContent(ObjectReference about, EventType type, String reason, String note, String name, Instant at) {

    /// Where an event about the object lives: with it, or in `default` for cluster-wide ones.
    String namespace() {
        return about.namespace().isEmpty() ? "default" : about.namespace();
    }
}
