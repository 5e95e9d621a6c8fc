package dev.kcm.runtime.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.VirtualClock;
import dev.kcm.model.core.v1.ObjectReference;
import dev.kcm.model.events.v1.Event;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SeriesCorrelatorTest {
    private final VirtualClock clock = new VirtualClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final SeriesCorrelator correlator = new SeriesCorrelator(new EventOrigin("scheduler", "host-1"), clock);

    @Test
    void the_second_equal_event_makes_a_series_and_more_are_only_counted() {
        var first = announce("Pulled").orElseThrow();
        assertThat(first).isInstanceOf(EventWrite.Create.class);
        assertThat(first.event().reportingInstance()).isEqualTo("scheduler-host-1");
        assertThat(first.event().series()).isEmpty();
        clock.advance(Duration.ofMillis(1500));

        var second = (EventWrite.Patch<Event>) announce("Pulled").orElseThrow();

        assertThat(second.patch())
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("{\"series\":{\"count\":2," + "\"lastObservedTime\":\"2026-01-01T00:00:01.500000Z\"}}");
        assertThat(second.event().name()).isEqualTo(first.event().name());
        assertThat(announce("Pulled")).isEmpty();
        assertThat(announce("Scheduled")).get().isInstanceOf(EventWrite.Create.class);
    }

    @Test
    void a_series_that_ended_is_written_once_more_and_forgotten() {
        announce("Pulled");
        announce("Pulled");
        announce("Pulled");
        clock.advance(Duration.ofMinutes(6));
        assertThat(correlator.keepHouse()).isEmpty();
        clock.advance(Duration.ofNanos(1));

        var last = correlator.keepHouse();

        assertThat(last).hasSize(1);
        assertThat(last.getFirst().event().series().orElseThrow().count()).isEqualTo(3);
        assertThat(correlator.keepHouse()).isEmpty();
        assertThat(announce("Pulled")).get().isInstanceOf(EventWrite.Create.class);
    }

    @Test
    void a_single_event_is_forgotten_without_a_word() {
        announce("Pulled");
        clock.advance(Duration.ofMinutes(7));

        assertThat(correlator.keepHouse()).isEmpty();
        assertThat(announce("Pulled")).get().isInstanceOf(EventWrite.Create.class);
    }

    @Test
    void a_long_series_is_written_every_half_hour() {
        announce("Pulled");
        int writes = 0;
        for (int minute = 0; minute < 120; minute++) {
            announce("Pulled");
            clock.advance(Duration.ofMinutes(1));
            writes += correlator.keepHouse().size();
        }

        assertThat(writes).isEqualTo(4);
    }

    private Optional<EventWrite<Event>> announce(String reason) {
        var pod = ObjectReference.builder()
                .kind("Pod")
                .namespace("shop")
                .name("p")
                .build();
        var now = clock.instant();
        return correlator.correlate(new EventContent(pod, EventType.NORMAL, reason, "Doing", "note", "p." + now, now));
    }
}
