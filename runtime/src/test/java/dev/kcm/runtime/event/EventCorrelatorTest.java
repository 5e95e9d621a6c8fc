package dev.kcm.runtime.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.VirtualClock;
import dev.kcm.model.core.v1.Event;
import dev.kcm.model.core.v1.ObjectReference;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EventCorrelatorTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00.5Z");

    private final VirtualClock clock = new VirtualClock(START);
    private final EventNames names = new EventNames(new Random(1));
    private final EventCorrelator correlator =
            new EventCorrelator(EventOrigin.of("replicaset-controller"), clock, names);

    @Test
    void the_first_event_is_created_as_upstream_writes_it() {
        var event = created(record("web", "SuccessfulCreate", "Created pod: web-1"));

        assertThat(event.resource().encodeJson(event))
                .asString(StandardCharsets.UTF_8)
                .isEqualToIgnoringNewLines("""
                    {"kind":"Event","apiVersion":"v1","metadata":{"name":"web.188672520bc76500",\
                    "namespace":"shop"},"involvedObject":{"kind":"ReplicaSet","namespace":"shop",\
                    "name":"web","uid":"u-web","apiVersion":"apps/v1"},"reason":"SuccessfulCreate",\
                    "message":"Created pod: web-1","source":{"component":"replicaset-controller"},\
                    "firstTimestamp":"2026-01-01T00:00:00Z","lastTimestamp":"2026-01-01T00:00:00Z",\
                    "count":1,"type":"Normal","eventTime":null,\
                    "reportingComponent":"replicaset-controller","reportingInstance":""}\
                    """);
    }

    @Test
    void an_equal_event_counts_the_first_one_up() {
        var first = created(record("web", "FailedCreate", "quota"));
        clock.advance(Duration.ofSeconds(90));

        var patch = patched(record("web", "FailedCreate", "quota"));

        assertThat(patch.patch())
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("{\"count\":2,\"lastTimestamp\":\"2026-01-01T00:01:30Z\"," + "\"message\":\"quota\"}");
        assertThat(patch.event().name()).isEqualTo(first.name());
        assertThat(patch.event().firstTimestamp()).isEqualTo(first.firstTimestamp());
        assertThat(patched(record("web", "FailedCreate", "quota")).event().count())
                .isEqualTo(3);
    }

    @Test
    void events_that_differ_in_object_reason_or_message_are_events_of_their_own() {
        created(record("web", "FailedCreate", "quota"));

        created(record("api", "FailedCreate", "quota"));
        created(record("web", "FailedDelete", "quota"));
        created(record("web", "FailedCreate", "no node"));
    }

    @Test
    void from_the_tenth_message_on_similar_events_are_combined() {
        for (int i = 1; i <= 9; i++) {
            created(record("web", "SuccessfulCreate", "Created pod: web-" + i));
        }

        var combined = created(record("web", "SuccessfulCreate", "Created pod: web-10"));
        var counted = patched(record("web", "SuccessfulCreate", "Created pod: web-11"));

        assertThat(combined.message()).isEqualTo("(combined from similar events): Created pod: web-10");
        assertThat(combined.reportingComponent()).isEmpty();
        assertThat(counted.event().name()).isEqualTo(combined.name());
        assertThat(counted.event().count()).isEqualTo(2);
        assertThat(counted.event().message()).isEqualTo("(combined from similar events): Created pod: web-11");
    }

    @Test
    void ten_minutes_of_silence_end_the_combining() {
        for (int i = 1; i <= 10; i++) {
            record("web", "SuccessfulCreate", "Created pod: web-" + i);
        }
        clock.advance(Duration.ofMinutes(10).plusNanos(1));

        var event = created(record("web", "SuccessfulCreate", "Created pod: web-11"));

        assertThat(event.message()).isEqualTo("Created pod: web-11");
    }

    @Test
    void after_25_events_about_one_object_one_in_five_minutes_passes() {
        for (int i = 0; i < 25; i++) {
            assertThat(record("web", "Reason" + i, "")).isPresent();
        }
        assertThat(record("web", "OneMore", "")).isEmpty();
        assertThat(record("api", "Other", "object")).isPresent();

        clock.advance(Duration.ofMinutes(5).minusSeconds(1));
        assertThat(record("web", "OneMore", "")).isEmpty();
        clock.advance(Duration.ofSeconds(1));
        assertThat(record("web", "OneMore", "")).isPresent();
        assertThat(record("web", "OneMore", "")).isEmpty();
    }

    @Test
    void what_the_spam_filter_drops_still_counts() {
        for (int i = 0; i < 30; i++) {
            record("web", "FailedCreate", "quota");
        }
        clock.advance(Duration.ofMinutes(5));

        assertThat(patched(record("web", "FailedCreate", "quota")).event().count())
                .isEqualTo(31);
    }

    @Test
    void events_about_cluster_wide_objects_live_in_default() {
        var node = ObjectReference.builder().kind("Node").name("n1").uid("n1").build();
        var event = created(correlator.correlate(new EventContent(node, EventType.NORMAL, "R", "m", "n1.1", START)));

        assertThat(event.namespace()).isEqualTo("default");
        assertThat(event.involvedObject().namespace()).isEmpty();
    }

    @Test
    void names_are_unique_although_the_clock_stands_still() {
        assertThat(names.nameFor("web", START)).isEqualTo("web.188672520bc76500");
        assertThat(names.nameFor("web", START)).isEqualTo("web.188672520bc76501");
        assertThat(names.nameFor("web", START.minusSeconds(1))).isEqualTo("web.188672520bc76502");
    }

    @Test
    void an_object_name_unfit_for_an_event_gives_a_random_one() {
        assertThat(names.nameFor("system:node:a", START))
                .matches("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
        assertThat(names.nameFor("x".repeat(240), START)).hasSize(36);
    }

    private Optional<EventWrite> record(String object, String reason, String note) {
        var about = ObjectReference.builder()
                .kind("ReplicaSet")
                .apiVersion("apps/v1")
                .namespace("shop")
                .name(object)
                .uid("u-" + object)
                .build();
        var now = clock.instant();
        return correlator.correlate(
                new EventContent(about, EventType.NORMAL, reason, note, names.nameFor(object, now), now));
    }

    private static Event created(Optional<EventWrite> write) {
        assertThat(write).get().isInstanceOf(EventWrite.Create.class);
        return write.orElseThrow().event();
    }

    private static EventWrite.Patch patched(Optional<EventWrite> write) {
        assertThat(write).get().isInstanceOf(EventWrite.Patch.class);
        return (EventWrite.Patch) write.orElseThrow();
    }
}
