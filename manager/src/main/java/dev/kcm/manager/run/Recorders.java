package dev.kcm.manager.run;

import dev.kcm.base.Clock;
import dev.kcm.client.Client;
import dev.kcm.model.core.v1.Event;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.event.ApiEventSink;
import dev.kcm.runtime.event.EventOrigin;
import dev.kcm.runtime.event.EventRecorder;
import dev.kcm.runtime.event.Events;
import dev.kcm.runtime.plan.EventPublisher;
import dev.kcm.runtime.program.RecordedEvents;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The event recorders of one lock's controllers, by controller. Thread-safe.
final class Recorders {
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final Events events;
    private final Clock clock;
    private final Map<String, EventRecorder> byController = new ConcurrentHashMap<>();

    Recorders(Events events, Clock clock) {
        this.events = events;
        this.clock = clock;
    }

    /// One recorder per controller: that of an earlier start takes nothing more in.
    EventPublisher publisher(ControllerSpec spec, Client client) {
        var recorder =
                events.recorder(EventOrigin.of(spec.names().component()), new ApiEventSink(client.on(Event.EVENTS)));
        Optional.ofNullable(byController.put(spec.name(), recorder)).ifPresent(EventRecorder::close);
        return RecordedEvents.to(recorder);
    }

    /// The last events of controllers are written before their term ends.
    void finish() throws InterruptedException {
        var deadline = clock.deadlineIn(PATIENCE);
        var ended = List.copyOf(byController.values());
        byController.clear();
        ended.forEach(EventRecorder::close);
        for (var recorder : ended) {
            recorder.finish(deadline);
        }
    }
}
