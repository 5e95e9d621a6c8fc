package dev.kcm.apiserver.conversion;

import dev.kcm.model.Resource;
import dev.kcm.model.core.v1.Event;
import dev.kcm.model.core.v1.EventSeries;

/// Events are served by two groups from one store, under different field names.
public final class EventConversion {
    private static final String REGARDING = "regarding.";

    private EventConversion() {}

    /// The name of a selectable field in the stored version.
    public static String storedField(Resource<?> served, String field) {
        if (!served.qualifiedName().equals("events.events.k8s.io")) {
            return field;
        }
        return field.startsWith(REGARDING)
                ? "involvedObject." + field.substring(REGARDING.length())
                : field.equals("reportingController") ? "reportingComponent" : field;
    }

    static dev.kcm.model.events.v1.Event toEventsGroup(Event event) {
        var converted = dev.kcm.model.events.v1.Event.builder()
                .metadata(event.metadata())
                .reportingController(event.reportingComponent())
                .reportingInstance(event.reportingInstance())
                .action(event.action())
                .reason(event.reason())
                .regarding(event.involvedObject())
                .note(event.message())
                .type(event.type())
                .deprecatedSource(event.source())
                .deprecatedCount(event.count());
        event.eventTime().ifPresent(converted::eventTime);
        event.related().ifPresent(converted::related);
        event.firstTimestamp().ifPresent(converted::deprecatedFirstTimestamp);
        event.lastTimestamp().ifPresent(converted::deprecatedLastTimestamp);
        event.series()
                .ifPresent(series -> converted.series(to -> {
                    to.count(series.count());
                    series.lastObservedTime().ifPresent(to::lastObservedTime);
                }));
        return converted.build();
    }

    static Event toCore(dev.kcm.model.events.v1.Event event) {
        var converted = Event.builder()
                .metadata(event.metadata())
                .reportingComponent(event.reportingController())
                .reportingInstance(event.reportingInstance())
                .action(event.action())
                .reason(event.reason())
                .involvedObject(event.regarding())
                .message(event.note())
                .type(event.type())
                .source(event.deprecatedSource())
                .count(event.deprecatedCount());
        event.eventTime().ifPresent(converted::eventTime);
        event.related().ifPresent(converted::related);
        event.deprecatedFirstTimestamp().ifPresent(converted::firstTimestamp);
        event.deprecatedLastTimestamp().ifPresent(converted::lastTimestamp);
        event.series().ifPresent(series -> {
            var to = EventSeries.builder().count(series.count());
            series.lastObservedTime().ifPresent(to::lastObservedTime);
            converted.series(to.build());
        });
        return converted.build();
    }
}
