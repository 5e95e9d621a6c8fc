package dev.kcm.apiserver.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.apiserver.request.EventStream;
import dev.kcm.base.Clock;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Event;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Waits for timers to be set and for events to be seen.
class EventExpiryTest {
    private final Server server = new Server();
    private final ObservedClock clock = new ObservedClock(server.clock);
    private final EventExpiry expiry = new EventExpiry(server.store, clock);
    private EventStream seen;

    @BeforeEach
    void start() {
        expiry.start();
        seen = server.watch(Event.EVENTS, "", "");
    }

    @AfterEach
    void stop() {
        seen.close();
        expiry.close();
    }

    @Test
    void an_event_goes_an_hour_after_it_was_written_or_a_minute_later() throws InterruptedException {
        server.create(event("old"));
        assertThat(clock.awaitTimer()).isEqualTo(Duration.ofMinutes(61));
        server.clock.advance(Duration.ofMinutes(60));
        assertThat(next()).isEqualTo("added old");
        assertThat(server.get(Event.EVENTS, key("old"))).isNotNull();

        server.clock.advance(Duration.ofMinutes(1));
        assertThat(next()).isEqualTo("deleted old");
    }

    @Test
    void whoever_writes_it_again_gives_it_another_hour() throws InterruptedException {
        var first = server.create(event("repeated"));
        clock.awaitTimer();
        server.clock.advance(Duration.ofMinutes(30));
        server.update(first.withCount(2));
        server.clock.advance(Duration.ofMinutes(31));

        var rest = clock.awaitTimer();
        assertThat(rest).isGreaterThanOrEqualTo(Duration.ofMinutes(30));
        assertThat(server.get(Event.EVENTS, key("repeated")).count()).isEqualTo(2);
        server.clock.advance(rest);
        assertThat(next()).isEqualTo("added repeated");
        assertThat(next()).isEqualTo("modified repeated");
        assertThat(next()).isEqualTo("deleted repeated");
    }

    /// A clock that tells which timers were set.
    private record ObservedClock(Clock clock, BlockingQueue<Duration> delays) implements Clock {
        ObservedClock(Clock clock) {
            this(clock, new LinkedBlockingQueue<>());
        }

        Duration awaitTimer() throws InterruptedException {
            var delay = delays.poll(20, TimeUnit.SECONDS);
            assertThat(delay).as("a timer").isNotNull();
            return delay;
        }

        @Override
        public Instant instant() {
            return clock.instant();
        }

        @Override
        public long nanoTime() {
            return clock.nanoTime();
        }

        @Override
        public Timer after(Duration delay, Runnable task) {
            var timer = clock.after(delay, task);
            delays.add(delay);
            return timer;
        }

        @Override
        public void sleep(Duration duration) throws InterruptedException {
            clock.sleep(duration);
        }
    }

    private String next() throws InterruptedException {
        while (true) {
            switch (seen.next().orElseThrow()) {
                case EventStream.Event.Added(var object) -> {
                    return "added " + object.name();
                }
                case EventStream.Event.Modified(var object) -> {
                    return "modified " + object.name();
                }
                case EventStream.Event.Deleted(var object) -> {
                    return "deleted " + object.name();
                }
                case EventStream.Event.Bookmark _, EventStream.Event.Failed _ -> {}
            }
        }
    }

    private static ObjectKey key(String name) {
        return ObjectKey.of("default", name);
    }

    private static Event event(String name) {
        return Event.builder()
                .metadata(m -> m.namespace("default").name(name))
                .involvedObject(
                        object -> object.namespace("default").kind("Pod").name("web"))
                .reason("Tested")
                .type("Normal")
                .build();
    }
}
