package dev.kcm.runtime.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.base.VirtualClock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.base.metrics.Sample;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class KeyQueueTest {
    private final VirtualClock clock = new VirtualClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final Metrics metrics = new Metrics();
    private final KeyQueue<String> queue = new KeyQueue<>("widgets", clock, RetryPolicy.USUAL, metrics);

    @Test
    void hands_out_a_key_once_however_often_it_was_added() {
        queue.add("a", Lane.CHANGE);
        queue.add("b", Lane.CHANGE);
        queue.add("a", Lane.CHANGE);

        assertThat(drain()).containsExactly("a", "b");
        assertThat(queue.isQuiet()).isTrue();
    }

    @Test
    void a_key_added_while_in_hands_comes_back_when_done() {
        queue.add("a", Lane.CHANGE);
        assertThat(queue.poll()).contains("a");
        queue.add("a", Lane.BACKGROUND);
        assertThat(queue.poll()).isEmpty();
        assertThat(queue.depth()).isEqualTo(1);
        assertThat(queue.isQuiet()).isFalse();

        queue.done("a");

        assertThat(queue.poll()).contains("a");
        queue.done("a");
        assertThat(queue.isQuiet()).isTrue();
    }

    @Test
    void giving_back_a_key_nobody_took_is_a_mistake_of_the_caller() {
        queue.add("a", Lane.CHANGE);

        assertThatThrownBy(() -> queue.done("a"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Key a is in nobody's hands");
    }

    @Test
    void changes_go_before_the_background() {
        queue.add("listed", Lane.BACKGROUND);
        queue.add("changed", Lane.CHANGE);
        queue.add("also listed", Lane.BACKGROUND);

        assertThat(drain()).containsExactly("changed", "listed", "also listed");
    }

    @Test
    void a_change_takes_a_waiting_background_key_along() {
        queue.add("a", Lane.BACKGROUND);
        queue.add("b", Lane.BACKGROUND);
        queue.add("b", Lane.CHANGE);
        queue.add("b", Lane.BACKGROUND);

        assertThat(drain()).containsExactly("b", "a");
    }

    @Test
    void under_constant_change_every_ninth_take_is_for_the_background() {
        IntStream.range(0, 3).forEach(i -> queue.add("listed-" + i, Lane.BACKGROUND));

        var taken = takeUnderConstantChange(27);

        assertThat(indexesOf(taken, "listed")).containsExactly(8, 17, 26);
    }

    @Test
    void an_aged_background_gets_every_second_take_and_no_more() {
        IntStream.range(0, 100).forEach(i -> queue.add("listed-" + i, Lane.BACKGROUND));
        clock.advance(Lanes.AGING_LIMIT);

        var taken = takeUnderConstantChange(20);

        assertThat(indexesOf(taken, "listed")).hasSize(10);
        assertThat(indexesOf(taken, "changed")).hasSize(10);
    }

    @Test
    void a_delayed_key_waits_for_its_time() {
        queue.addAfter("a", Duration.ofMinutes(5));

        clock.advance(Duration.ofMinutes(5).minusNanos(1));
        assertThat(queue.poll()).isEmpty();
        clock.advance(Duration.ofNanos(1));
        assertThat(queue.poll()).contains("a");
    }

    @Test
    void the_earliest_wake_up_wins_and_is_the_only_one() {
        queue.addAfter("a", Duration.ofMinutes(5));
        queue.addAfter("a", Duration.ofMinutes(2));
        queue.addAfter("a", Duration.ofMinutes(9));

        clock.advance(Duration.ofMinutes(2));
        assertThat(drain()).containsExactly("a");
        clock.advance(Duration.ofHours(1));
        assertThat(drain()).isEmpty();
    }

    @Test
    void wake_ups_come_in_order_of_time_and_one_timer_serves_them_all() {
        queue.addAfter("late", Duration.ofSeconds(3));
        queue.addAfter("soon", Duration.ofSeconds(1));
        queue.addAfter("between", Duration.ofSeconds(2));
        assertThat(clock.untilNextTimer()).contains(Duration.ofSeconds(1));

        clock.advance(Duration.ofSeconds(10));

        assertThat(drain()).containsExactly("soon", "between", "late");
        assertThat(clock.untilNextTimer()).isEmpty();
    }

    @Test
    void a_delay_that_is_over_adds_at_once() {
        queue.addAfter("a", Duration.ZERO);
        queue.addAfter("b", Duration.ofSeconds(-1));

        assertThat(drain()).containsExactly("a", "b");
    }

    @Test
    void an_add_leaves_the_pending_wake_up_alone() {
        queue.addAfter("a", Duration.ofSeconds(1));
        queue.add("a", Lane.CHANGE);
        assertThat(drain()).containsExactly("a");

        clock.advance(Duration.ofSeconds(1));

        assertThat(drain()).containsExactly("a");
    }

    @Test
    void back_off_doubles_from_5_ms_and_starts_again_when_forgotten() {
        assertThat(waitsOf("a", 4)).containsExactly(millis(5), millis(10), millis(20), millis(40));
        assertThat(queue.failures("a")).isEqualTo(4);

        queue.forget("a");

        assertThat(queue.failures("a")).isZero();
        assertThat(waitsOf("a", 1)).containsExactly(millis(5));
    }

    @Test
    void back_off_ends_at_1000_seconds() {
        assertThat(waitsOf("a", 25).getLast()).isEqualTo(Duration.ofSeconds(1000));
    }

    @Test
    void a_hundred_failures_at_once_then_ten_per_second() {
        IntStream.range(0, 120).forEach(i -> queue.addRateLimited("key-" + i));

        clock.advance(millis(5));
        assertThat(drain()).hasSize(100);
        clock.advance(millis(95));
        assertThat(drain()).containsExactly("key-100");
        clock.advance(Duration.ofSeconds(1));
        assertThat(drain()).hasSize(10);
    }

    @Test
    void without_the_shared_bucket_only_the_key_counts() {
        var alone =
                new KeyQueue<String>("alone", clock, RetryPolicy.perKeyOnly(millis(1), Duration.ofSeconds(1)), metrics);
        IntStream.range(0, 1000).forEach(i -> alone.addRateLimited("key-" + i));

        clock.advance(millis(1));

        assertThat(alone.depth()).isEqualTo(1000);
    }

    @Test
    void a_failed_background_key_goes_back_to_the_background() {
        queue.add("listed", Lane.BACKGROUND);
        queue.poll();
        queue.addRateLimited("listed");
        queue.done("listed");
        clock.advance(millis(5));
        queue.add("changed", Lane.CHANGE);

        assertThat(drain()).containsExactly("changed", "listed");
    }

    @Test
    void closed_it_hands_out_what_waits_and_takes_nothing_in() throws InterruptedException {
        queue.add("waiting", Lane.CHANGE);
        queue.add("busy", Lane.CHANGE);
        assertThat(queue.take()).contains("waiting");
        queue.add("waiting", Lane.CHANGE);
        queue.addAfter("asleep", Duration.ofSeconds(1));

        queue.close();
        queue.add("too late", Lane.CHANGE);
        queue.addRateLimited("too late");
        clock.advance(Duration.ofHours(1));

        assertThat(queue.take()).contains("busy");
        queue.done("waiting");
        assertThat(queue.take()).contains("waiting");
        assertThat(queue.take()).isEmpty();
    }

    @Test
    void closed_now_it_drops_what_waits() throws InterruptedException {
        queue.add("busy", Lane.CHANGE);
        queue.add("waiting", Lane.BACKGROUND);
        assertThat(queue.take()).contains("busy");
        queue.add("busy", Lane.CHANGE);

        queue.closeNow();

        assertThat(queue.take()).isEmpty();
        queue.done("busy");
        assertThat(queue.take()).isEmpty();
        assertThat(queue.depth()).isZero();
    }

    @Test
    void metrics_count_adds_retries_and_times_under_the_queues_name() {
        queue.add("a", Lane.CHANGE);
        queue.add("a", Lane.CHANGE);
        queue.addAfter("b", Duration.ofSeconds(1));
        clock.advance(Duration.ofSeconds(2));
        assertThat(read("workqueue_depth")).isEqualTo(new Sample.Number(2));
        queue.poll();
        queue.poll();
        clock.advance(Duration.ofSeconds(3));

        assertThat(read("workqueue_adds_total")).isEqualTo(new Sample.Number(2));
        assertThat(read("workqueue_retries_total")).isEqualTo(new Sample.Number(1));
        assertThat(read("workqueue_depth")).isEqualTo(new Sample.Number(0));
        assertThat(read("workqueue_unfinished_work_seconds")).isEqualTo(new Sample.Number(6));
        assertThat(read("workqueue_longest_running_processor_seconds")).isEqualTo(new Sample.Number(3));
        queue.done("a");
        var waited = (Sample.Distribution) read("workqueue_queue_duration_seconds");
        assertThat(waited.sum()).isEqualTo(2 + 1);
        var worked = (Sample.Distribution) read("workqueue_work_duration_seconds");
        assertThat(worked.count()).isEqualTo(1);
        assertThat(worked.bounds()).hasSize(10).startsWith(1e-8).doesNotContain(100);
        assertThat(read("workqueue_unfinished_work_seconds")).isEqualTo(new Sample.Number(3));
    }

    private Sample.Value read(String name) {
        var family = metrics.families().stream()
                .filter(one -> one.head().name().equals(name))
                .findFirst()
                .orElseThrow();
        assertThat(family.head().labels()).containsExactly("name");
        assertThat(family.samples()).hasSize(1);
        assertThat(family.samples().getFirst().labels()).containsExactly("widgets");
        return family.samples().getFirst().value();
    }

    /// Fails the key `times` times and says how long each wait was.
    private List<Duration> waitsOf(String key, int times) {
        var waits = new ArrayList<Duration>();
        for (int i = 0; i < times; i++) {
            queue.addRateLimited(key);
            var wait = clock.untilNextTimer().orElseThrow();
            clock.advance(wait);
            assertThat(drain()).containsExactly(key);
            waits.add(wait);
        }
        return waits;
    }

    private List<String> takeUnderConstantChange(int takes) {
        var taken = new ArrayList<String>();
        for (int i = 0; i < takes; i++) {
            queue.add("changed-" + i, Lane.CHANGE);
            var key = queue.poll().orElseThrow();
            taken.add(key);
            queue.done(key);
        }
        return taken;
    }

    private static List<Integer> indexesOf(List<String> taken, String prefix) {
        return IntStream.range(0, taken.size())
                .filter(i -> taken.get(i).startsWith(prefix))
                .boxed()
                .toList();
    }

    private List<String> drain() {
        var taken = new ArrayList<String>();
        for (var next = queue.poll(); next.isPresent(); next = queue.poll()) {
            taken.add(next.get());
            queue.done(next.get());
        }
        return taken;
    }

    private static Duration millis(long millis) {
        return Duration.ofMillis(millis);
    }
}
