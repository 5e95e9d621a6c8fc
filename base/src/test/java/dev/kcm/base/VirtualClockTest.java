package dev.kcm.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class VirtualClockTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final VirtualClock clock = new VirtualClock(START);

    @Test
    void runs_due_tasks_in_order_of_time_and_shows_each_its_own_time() {
        List<String> ran = new ArrayList<>();
        clock.after(Duration.ofSeconds(2), () -> ran.add("two at " + clock.instant()));
        clock.after(Duration.ofSeconds(1), () -> ran.add("one at " + clock.instant()));
        clock.after(Duration.ofSeconds(9), () -> ran.add("nine"));

        clock.advance(Duration.ofSeconds(5));

        assertThat(ran).containsExactly("one at 2026-01-01T00:00:01Z", "two at 2026-01-01T00:00:02Z");
        assertThat(clock.instant()).isEqualTo(START.plusSeconds(5));
        assertThat(clock.untilNextTimer()).contains(Duration.ofSeconds(4));
    }

    @Test
    void runs_a_task_that_another_task_set_on_the_way() {
        List<Instant> ran = new ArrayList<>();
        clock.after(Duration.ofSeconds(1), () -> clock.after(Duration.ofSeconds(1), () -> ran.add(clock.instant())));

        clock.advance(Duration.ofSeconds(3));

        assertThat(ran).containsExactly(START.plusSeconds(2));
    }

    @Test
    void forgets_a_cancelled_task() {
        List<String> ran = new ArrayList<>();
        clock.after(Duration.ofSeconds(1), () -> ran.add("cancelled")).cancel();

        clock.advance(Duration.ofSeconds(2));

        assertThat(ran).isEmpty();
        assertThat(clock.untilNextTimer()).isEmpty();
    }

    @Test
    void a_failing_task_does_not_stop_the_next() {
        List<String> ran = new ArrayList<>();
        clock.after(Duration.ofSeconds(1), () -> {
            throw new IllegalStateException("expected by this test");
        });
        clock.after(Duration.ofSeconds(1), () -> ran.add("next"));

        clock.advance(Duration.ofSeconds(1));

        assertThat(ran).containsExactly("next");
    }

    @Test
    void wakes_a_sleeper_once_its_time_has_passed() throws InterruptedException {
        var sleeper = Thread.startVirtualThread(() -> {
            try {
                clock.sleep(Duration.ofHours(6));
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        });
        assertThat(clock.awaitTimers(1)).isEqualTo(Duration.ofHours(6));
        clock.advance(Duration.ofHours(6));

        sleeper.join();
    }
}
