package dev.kcm.runtime.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.VirtualClock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.base.metrics.Sample;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.ObjectRef;
import dev.kcm.model.core.v1.Event;
import dev.kcm.model.core.v1.ObjectReference;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.runtime.event.EventSink.Result;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class EventRecorderTest {
    private static final ObjectRef POD = new ObjectRef(Pod.PODS, ObjectKey.of("shop", "web-1"), "u-1");

    private final VirtualClock clock = new VirtualClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final Metrics metrics = new Metrics();
    private final EventNames names = new EventNames(new Random(1));
    private final Script sink = new Script();
    private final List<Duration> pauses = new ArrayList<>();

    @Test
    void events_reach_the_sink() throws InterruptedException {
        try (var events = new Events(clock, new Random(1), metrics)) {
            var recorder = events.recorder(EventOrigin.of("job-controller"), sink);

            recorder.record(POD, EventType.WARNING, "Evil", "did something");
            recorder.record(
                    Pod.builder()
                            .metadata(m -> m.namespace("shop").name("web-2").resourceVersion("7"))
                            .build(),
                    EventType.NORMAL,
                    "Good",
                    "did nothing");

            recorder.record(
                    new ObjectRef(Pod.PODS, ObjectKey.of("shop", "web-3"), "u-3", "8"),
                    EventType.NORMAL,
                    "Good",
                    "did nothing");

            var first = sink.writes.take();
            assertThat(first).startsWith("create Warning Evil did something about v1 Pod shop/web-1");
            assertThat(sink.writes.take()).isEqualTo("create Normal Good did nothing about v1 Pod shop/web-2 at 7");
            assertThat(sink.writes.take()).isEqualTo("create Normal Good did nothing about v1 Pod shop/web-3 at 8");
        }
    }

    @Test
    void closing_writes_what_waits() throws InterruptedException {
        var events = new Events(clock, new Random(1), metrics);
        var recorder = events.recorder(EventOrigin.of("job-controller"), sink);
        for (int i = 0; i < 20; i++) {
            recorder.record(POD, EventType.NORMAL, "Reason" + i, "note");
        }
        events.close();

        assertThat(sink.writes).hasSize(20);
        assertThat(events.isQuiet()).isTrue();
        recorder.record(POD, EventType.NORMAL, "Late", "note");
        assertThat(sink.writes).hasSize(20);
    }

    @Test
    void more_than_the_queue_holds_is_dropped_and_counted() throws InterruptedException {
        var isCalled = new CountDownLatch(1);
        var mayRespond = new CountDownLatch(1);
        var slow = new Script() {
            @Override
            public Result create(Event event) {
                isCalled.countDown();
                awaitQuietly(mayRespond);
                return super.create(event);
            }
        };
        var events = new Events(clock, new Random(1), metrics);
        var recorder = events.recorder(EventOrigin.of("job-controller"), slow);
        recorder.record(POD, EventType.NORMAL, "First", "note");
        isCalled.await();

        for (int i = 0; i < 1010; i++) {
            var other = new ObjectRef(Pod.PODS, ObjectKey.of("shop", "web-" + i), "u-" + i);
            recorder.record(other, EventType.NORMAL, "More", "note");
        }

        assertThat(dropped("queue_full")).isEqualTo(10);
        mayRespond.countDown();
        events.close();
        assertThat(slow.writes).hasSize(1001);
    }

    @Test
    void an_event_that_is_gone_is_created_again_with_its_count() throws InterruptedException {
        var writer = writer();
        writer.write(content("quota"));
        sink.results.add(new Result.NotFound());
        writer.write(content("quota"));

        assertThat(sink.writes).hasSize(3);
        assertThat(sink.lastCreated.count()).isEqualTo(2);
        assertThat(pauses).isEmpty();
    }

    @Test
    void a_silent_server_is_tried_twelve_times_ten_seconds_apart() throws InterruptedException {
        for (int i = 0; i < 20; i++) {
            sink.results.add(new Result.Unreachable("no route"));
        }
        writer().write(content("quota"));

        assertThat(sink.writes).hasSize(12);
        assertThat(pauses).hasSize(11);
        assertThat(pauses.getFirst()).isLessThan(Duration.ofSeconds(10));
        assertThat(pauses.subList(1, 11)).containsOnly(Duration.ofSeconds(10));
        assertThat(dropped("no_answer")).isEqualTo(1);
    }

    @Test
    void a_server_that_responds_again_gets_the_event() throws InterruptedException {
        sink.results.add(new Result.Unreachable("no route"));
        writer().write(content("quota"));

        assertThat(sink.writes).hasSize(2);
        assertThat(dropped("no_answer")).isZero();
    }

    @Test
    void what_the_server_rejects_is_not_tried_again() throws InterruptedException {
        sink.results.add(new Result.Rejected("forbidden"));
        sink.results.add(new Result.AlreadyExists());
        var writer = writer();
        writer.write(content("quota"));
        writer.write(content("another"));

        assertThat(sink.writes).hasSize(2);
        assertThat(pauses).isEmpty();
        assertThat(dropped("refused")).isEqualTo(2);
    }

    private EventWriter writer() {
        var origin = EventOrigin.of("job-controller");
        return new EventWriter(
                new EventCorrelator(origin, clock, names),
                sink,
                pauses::add,
                new Random(1),
                EventMetrics.of(origin.component(), metrics));
    }

    private EventContent content(String note) {
        var about = ObjectReference.builder()
                .kind("Job")
                .namespace("shop")
                .name("j")
                .build();
        var now = clock.instant();
        return new EventContent(about, EventType.NORMAL, "Reason", note, names.nameFor("j", now), now);
    }

    private double dropped(String cause) {
        var one = metrics.counter("kcm_events_dropped_total", "", "component", "cause");
        return one.samples().stream()
                .filter(sample -> sample.labels().contains(cause))
                .mapToDouble(sample -> ((Sample.Number) sample.value()).value())
                .sum();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Returns the scripted results, then success; remembers what was written.
    private static class Script implements EventSink {
        final Deque<Result> results = new ArrayDeque<>();
        final BlockingQueue<String> writes = new LinkedBlockingQueue<>();
        Event lastCreated = Event.EMPTY;

        @Override
        public Result create(Event event) {
            lastCreated = event;
            var about = event.involvedObject();
            var version = about.resourceVersion();
            writes.add("create %s %s %s about %s %s %s/%s%s"
                    .formatted(
                            event.type(),
                            event.reason(),
                            event.message(),
                            about.apiVersion(),
                            about.kind(),
                            about.namespace(),
                            about.name(),
                            version.isEmpty() ? "" : " at " + version));
            return results.isEmpty() ? new Result.Written() : results.remove();
        }

        @Override
        public Result patch(ObjectKey key, byte[] patch) {
            writes.add("patch " + key);
            return results.isEmpty() ? new Result.Written() : results.remove();
        }
    }
}
