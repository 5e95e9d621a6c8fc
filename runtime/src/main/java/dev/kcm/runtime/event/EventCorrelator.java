package dev.kcm.runtime.event;

import dev.kcm.base.Clock;
import dev.kcm.model.core.v1.Event;
import dev.kcm.model.json.JsonWriter;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/// Upstream's correlation of core/v1 events: equal ones are counted up in one event, many that
/// differ in their message only are combined in one, and a spam filter limits what one source records about
/// one object. As upstream, events are counted before the filter: what it drops still counts. Owned by one thread.
final class EventCorrelator {
    private static final int REMEMBERED = 4096;
    private static final String COMBINED = "(combined from similar events): ";

    /// Equal events: alike, with the same message about the same part.
    private record EqualityKey(SimilarityKey similarity, String fieldPath, String message) {}

    private record Count(int count, Instant since, String name) {
        static final Count NONE = new Count(0, Instant.EPOCH, "");
    }

    private final EventOrigin origin;
    private final Clock clock;
    private final EventNames names;
    private final Aggregation aggregation = new Aggregation(REMEMBERED);
    private final SpamFilter spamFilter = new SpamFilter(REMEMBERED);

    /// By [EqualityKey], or by [SimilarityKey] for combined events.
    private final RecentEvents<Record, Count> counts = new RecentEvents<>(REMEMBERED);

    EventCorrelator(EventOrigin origin, Clock clock, EventNames names) {
        this.origin = origin;
        this.clock = clock;
        this.names = names;
    }

    /// What to write; empty when the event is dropped or only counted.
    Optional<EventWrite> correlate(EventContent content) {
        var event = event(content);
        var similarity = SimilarityKey.of(event);
        boolean isCombined = aggregation.isOneTooMany(similarity, event.message(), clock.nanoTime());
        var write = isCombined
                ? count(combined(event), similarity)
                : count(
                        event,
                        new EqualityKey(similarity, event.involvedObject().fieldPath(), event.message()));
        return spamFilter.allows(similarity.subject(), clock.nanoTime()) ? Optional.of(write) : Optional.empty();
    }

    private Event event(EventContent content) {
        var at = content.at().truncatedTo(ChronoUnit.SECONDS);
        return Event.builder()
                .metadata(meta -> meta.name(content.name()).namespace(content.namespace()))
                .involvedObject(content.about())
                .reason(content.reason())
                .message(content.note())
                .source(source -> source.component(origin.component()).host(origin.host()))
                .firstTimestamp(at)
                .lastTimestamp(at)
                .count(1)
                .type(content.type().text())
                .reportingComponent(origin.component())
                .reportingInstance(origin.host())
                .build();
    }

    /// Upstream leaves the reporting fields out of combined events.
    private Event combined(Event event) {
        var now = clock.instant();
        var name = names.nameFor(event.involvedObject().name(), now);
        return event.toBuilder()
                .metadata(meta -> meta.name(name).namespace(event.namespace()))
                .message(COMBINED + event.message())
                .firstTimestamp(now.truncatedTo(ChronoUnit.SECONDS))
                .lastTimestamp(now.truncatedTo(ChronoUnit.SECONDS))
                .reportingComponent("")
                .reportingInstance("")
                .build();
    }

    private EventWrite count(Event event, Record key) {
        var before = counts.getOr(key, Count.NONE);
        if (before.count() == 0) {
            counts.put(key, new Count(1, event.firstTimestamp().orElseThrow(), event.name()));
            return new EventWrite.Create(event);
        }
        var after = new Count(before.count() + 1, before.since(), before.name());
        counts.put(key, after);
        var counted = event.withMetadata(meta -> meta.name(after.name()).namespace(event.namespace()))
                .withFirstTimestamp(after.since())
                .withCount(after.count());
        return new EventWrite.Patch(counted, patch(counted));
    }

    private static byte[] patch(Event event) {
        var last = event.lastTimestamp().orElseThrow();
        var json = new JsonWriter().beginObject();
        json.name("count").number(event.count());
        json.name("lastTimestamp").string(DateTimeFormatter.ISO_INSTANT.format(last));
        if (!event.message().isEmpty()) {
            json.name("message").string(event.message());
        }
        return json.endObject().toBytes();
    }
}
