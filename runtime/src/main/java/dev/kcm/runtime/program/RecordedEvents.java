package dev.kcm.runtime.program;

import dev.kcm.runtime.event.EventRecorder;
import dev.kcm.runtime.event.EventType;
import dev.kcm.runtime.plan.EventPublisher;
import dev.kcm.runtime.plan.Step;

/// Gives the events of plans to a recorder.
public final class RecordedEvents {
    private RecordedEvents() {}

    public static EventPublisher to(EventRecorder recorder) {
        return (about, severity, reason, note) -> recorder.record(about, type(severity), reason, note);
    }

    private static EventType type(Step.Severity severity) {
        return switch (severity) {
            case NORMAL -> EventType.NORMAL;
            case WARNING -> EventType.WARNING;
        };
    }
}
