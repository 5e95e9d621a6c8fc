package dev.kcm.apiserver.strategy.core;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.FieldPath;
import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.model.core.v1.Event;

/// Defaulting, validation and update rules of events, which are stored as those of the core group.
public final class EventStrategy {
    public static final Strategy<Event> STRATEGY = Strategy.of(Event.EVENTS)
            .validation(EventStrategy::validate)
            .garbageCollection(Strategy.GarbageCollection.UNSUPPORTED)
            .allowsCreateOnUpdate()
            .selectableField(
                    "involvedObject.kind", event -> event.involvedObject().kind())
            .selectableField(
                    "involvedObject.namespace", event -> event.involvedObject().namespace())
            .selectableField(
                    "involvedObject.name", event -> event.involvedObject().name())
            .selectableField(
                    "involvedObject.uid", event -> event.involvedObject().uid())
            .selectableField(
                    "involvedObject.apiVersion", event -> event.involvedObject().apiVersion())
            .selectableField(
                    "involvedObject.resourceVersion",
                    event -> event.involvedObject().resourceVersion())
            .selectableField(
                    "involvedObject.fieldPath", event -> event.involvedObject().fieldPath())
            .selectableField("reason", Event::reason)
            .selectableField("reportingComponent", Event::reportingComponent)
            .selectableField("source", event -> event.source().component())
            .selectableField("type", Event::type)
            .build();

    private EventStrategy() {}

    private static void validate(Event event, FieldErrors errors) {
        var about = event.involvedObject().namespace();
        var isOk = about.isEmpty()
                ? event.namespace().equals("default") || !event.eventTime().isPresent()
                : about.equals(event.namespace());
        if (!isOk) {
            errors.invalid(new FieldPath("involvedObject.namespace"), about, "does not match event.namespace");
        }
    }
}
