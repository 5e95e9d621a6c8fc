package dev.kcm.runtime.plan;

import dev.kcm.model.ObjectRef;

/// Where events go. Never blocks.
@FunctionalInterface
public interface EventPublisher {
    EventPublisher SILENT = (_, _, _, _) -> {};

    void announce(ObjectRef about, Step.Severity severity, String reason, String note);
}
