package dev.kcm.testing.backend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.client.Watch;
import dev.kcm.client.WatchEvent;
import dev.kcm.model.core.v1.Pod;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class InterceptedWatchTest {
    /// What a server sent, then the end.
    private record Sent(Queue<WatchEvent<Pod>> events) implements Watch<Pod> {
        static Sent of(String... names) {
            var events = new ArrayDeque<WatchEvent<Pod>>();
            Stream.of(names).forEach(name -> events.add(new WatchEvent.Added<>(pod(name))));
            events.add(new WatchEvent.Bookmark<>("9", false));
            return new Sent(events);
        }

        @Override
        public Optional<WatchEvent<Pod>> next() {
            return Optional.ofNullable(events.poll());
        }

        @Override
        public void close() {
            events.clear();
        }
    }

    private final WatchFaults faults = new WatchFaults();

    @Test
    void changes_are_repeated_and_bookmarks_are_not() {
        faults.repeat(Pod.PODS, true);

        assertThat(read(new InterceptedWatch<>(Pod.PODS, Sent.of("a", "b"), faults)))
                .containsExactly("a", "a", "b", "b", "bookmark");
    }

    @Test
    void a_watch_that_stands_still_goes_on_where_it_was() throws Exception {
        var order = SeededThreads.call(1, () -> {
            var seen = new ArrayList<String>();
            faults.stall(Pod.PODS);
            Thread.ofVirtual().start(() -> seen.addAll(read(new InterceptedWatch<>(Pod.PODS, Sent.of("a"), faults))));
            SeededThreads.awaitIdle();
            seen.add("still");
            faults.release(Pod.PODS);
            SeededThreads.awaitIdle();
            return seen;
        });

        assertThat(order).containsExactly("still", "a", "bookmark");
    }

    @Test
    void one_that_is_ended_shows_nothing_more() {
        var watch = new InterceptedWatch<>(Pod.PODS, Sent.of("a", "b"), faults);
        faults.opened(watch);

        assertThat(watch.next()).isPresent();
        faults.end(Optional.of(Pod.PODS), false);

        assertThat(watch.next()).isEmpty();
        assertThat(faults.makeInformersWait()).isTrue();
    }

    private static List<String> read(Watch<Pod> watch) {
        var names = new ArrayList<String>();
        for (var event = watch.next(); event.isPresent(); event = watch.next()) {
            names.add(event.get() instanceof WatchEvent.Added<Pod>(var pod) ? pod.name() : "bookmark");
        }
        return names;
    }

    private static Pod pod(String name) {
        return Pod.builder().metadata(it -> it.namespace("default").name(name)).build();
    }
}
