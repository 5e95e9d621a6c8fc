package dev.kcm.runtime.event;

import dev.kcm.model.core.v1.ObjectReference;
import java.time.Instant;

/// Something worth telling about an object.
///
/// @param name what an event made of this is called, should one be made
/// @param action what was done; only events.k8s.io/v1 knows it
record EventContent(
        ObjectReference about, EventType type, String reason, String action, String note, String name, Instant at) {

    /// Where an event about the object lives: with it, or in `default` for cluster-wide ones.
    String namespace() {
        return about.namespace().isEmpty() ? "default" : about.namespace();
    }
}
