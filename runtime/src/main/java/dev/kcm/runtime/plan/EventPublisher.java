package dev.kcm.runtime.plan;

import dev.kcm.model.ObjectRef;

/// Where the events of plans go. Never blocks.
@FunctionalInterface
public interface EventPublisher {
    EventPublisher NONE = (_, _, _, _) -> {};

    void publish(ObjectRef about, Step.Severity severity, String reason, String note);
}
