package dev.kcm.runtime.event;

import dev.kcm.base.Clock;
import dev.kcm.model.core.v1.ObjectReference;
import dev.kcm.model.events.v1.Event;
import dev.kcm.model.json.JsonWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Upstream's correlation of events.k8s.io/v1 events: the second of equal ones makes a series of
/// the first, more are only counted; what was counted is written every half hour, and when the
/// series has ended because nothing came for six minutes.
final class SeriesCorrelator implements EventCorrelator<Event> {
    private static final Duration ENDING = Duration.ofMinutes(6);
    private static final Duration REFRESHING = Duration.ofMinutes(30);
    private static final DateTimeFormatter MICROSECONDS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

    private record Sameness(String type, String action, String reason, ObjectReference regarding) {}

    /// `count` is 1 for an event that is no series yet; times on the monotonic clock.
    private record Series(Event event, int count, Instant lastSeen, long seenAt, long writtenAt) {}

    private final EventOrigin origin;
    private final Clock clock;
    private final Map<Sameness, Series> known = new HashMap<>();

    SeriesCorrelator(EventOrigin origin, Clock clock) {
        this.origin = origin;
        this.clock = clock;
    }

    @Override
    public Optional<EventWrite<Event>> correlate(EventContent announcement) {
        var event = event(announcement);
        var key = new Sameness(event.type(), event.action(), event.reason(), event.regarding());
        long now = clock.nanoTime();
        var before = known.get(key);
        if (before == null) {
            known.put(key, new Series(event, 1, announcement.at(), now, now));
            return Optional.of(new EventWrite.Create<>(event));
        }
        boolean isNewSeries = before.count() == 1;
        var after = new Series(
                before.event(), before.count() + 1, announcement.at(), now, isNewSeries ? now : before.writtenAt());
        known.put(key, after);
        return isNewSeries ? Optional.of(write(after)) : Optional.empty();
    }

    @Override
    public Optional<Duration> housekeepingPeriod() {
        return Optional.of(ENDING);
    }

    @Override
    public List<EventWrite<Event>> keepHouse() {
        long now = clock.nanoTime();
        var writes = new ArrayList<EventWrite<Event>>();
        known.replaceAll((_, series) -> {
            boolean isDue = hasEnded(series, now) || now - series.writtenAt() >= REFRESHING.toNanos();
            if (series.count() == 1 || !isDue) {
                return series;
            }
            writes.add(write(series));
            return new Series(series.event(), series.count(), series.lastSeen(), series.seenAt(), now);
        });
        known.values().removeIf(series -> hasEnded(series, now));
        return writes;
    }

    private static boolean hasEnded(Series series, long now) {
        return now - series.seenAt() > ENDING.toNanos();
    }

    private Event event(EventContent announcement) {
        return Event.builder()
                .metadata(meta -> meta.name(announcement.name()).namespace(announcement.namespace()))
                .eventTime(announcement.at().truncatedTo(ChronoUnit.MICROS))
                .reportingController(origin.component())
                .reportingInstance(origin.component() + "-" + origin.host())
                .action(announcement.action())
                .reason(announcement.reason())
                .regarding(announcement.about())
                .note(announcement.note())
                .type(announcement.type().text())
                .build();
    }

    private static EventWrite<Event> write(Series series) {
        var lastSeen = series.lastSeen().truncatedTo(ChronoUnit.MICROS);
        var event = series.event().withSeries(some -> some.count(series.count()).lastObservedTime(lastSeen));
        var json = new JsonWriter().beginObject().name("series").beginObject();
        json.name("count").number(series.count());
        json.name("lastObservedTime").string(MICROSECONDS.format(lastSeen));
        return new EventWrite.Patch<>(event, json.endObject().endObject().toBytes());
    }
}
