package dev.kcm.runtime.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.Clock;
import dev.kcm.base.metrics.Metrics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The queue's promises with real threads on the real clock.
@Timeout(60)
class KeyQueueThreadsTest {
    private static final RetryPolicy QUICK = RetryPolicy.perKeyOnly(Duration.ofNanos(50_000), Duration.ofMillis(2));

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void no_change_is_lost_and_no_key_is_in_two_hands(long seed) throws InterruptedException {
        var run = new Run(seed);
        var workers = run.start(8, run::work);
        var producers = run.start(4, run::produce);
        join(producers);
        run.everythingSeen.await();
        run.queue.close();
        join(workers);

        assertThat(run.complaints).isEmpty();
        for (int key = 0; key < Run.KEYS; key++) {
            assertThat(run.seen.get(key)).isEqualTo(run.changes.get(key));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void close_drains_what_was_queued(long seed) throws InterruptedException {
        var queue = new KeyQueue<Integer>("drained", Clock.system(), RetryPolicy.USUAL, new Metrics());
        var random = new Random(seed);
        for (int key = 0; key < 10_000; key++) {
            queue.add(key, random.nextBoolean() ? Lane.CHANGE : Lane.BACKGROUND);
        }
        var taken = new ConcurrentLinkedQueue<Integer>();
        var workers = new ArrayList<Thread>();
        for (int i = 0; i < 8; i++) {
            workers.add(Thread.startVirtualThread(() -> takeAll(queue, taken)));
        }
        queue.close();
        join(workers);

        assertThat(taken).hasSize(10_000).doesNotHaveDuplicates();
    }

    @Test
    void close_and_interrupt_both_end_a_waiting_worker() throws InterruptedException {
        var queue = new KeyQueue<Integer>("empty", Clock.system(), RetryPolicy.USUAL, new Metrics());
        var outcome = new AtomicReference<Object>();
        var interrupted = Thread.startVirtualThread(() -> {
            try {
                outcome.set(queue.take());
            } catch (InterruptedException expected) {
                outcome.set(expected);
            }
        });
        interrupted.interrupt();
        interrupted.join();
        assertThat(outcome.get()).isInstanceOf(InterruptedException.class);

        var closed = Thread.startVirtualThread(() -> {
            try {
                outcome.set(queue.take());
            } catch (InterruptedException unexpected) {
                outcome.set(unexpected);
            }
        });
        queue.close();
        closed.join();
        assertThat(outcome.get()).isEqualTo(Optional.empty());
    }

    private static void takeAll(KeyQueue<Integer> queue, Queue<Integer> taken) {
        try {
            for (var next = queue.take(); next.isPresent(); next = queue.take()) {
                taken.add(next.get());
                queue.done(next.get());
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static void join(List<Thread> threads) throws InterruptedException {
        for (var thread : threads) {
            thread.join();
        }
    }

    /// Producers count changes of a key up, then add it; workers note the count they saw, and
    /// sometimes fail, or ask to be woken, before they have looked.
    private static final class Run {
        static final int KEYS = 40;
        static final int CHANGES_PER_PRODUCER = 20_000;

        final KeyQueue<Integer> queue = new KeyQueue<>("threads", Clock.system(), QUICK, new Metrics());
        final AtomicIntegerArray changes = new AtomicIntegerArray(KEYS);
        final AtomicIntegerArray seen = new AtomicIntegerArray(KEYS);
        final AtomicIntegerArray hands = new AtomicIntegerArray(KEYS);
        final Queue<String> complaints = new ConcurrentLinkedQueue<>();
        final CountDownLatch everythingSeen = new CountDownLatch(1);
        final AtomicInteger producing = new AtomicInteger(4);
        private final long seed;

        Run(long seed) {
            this.seed = seed;
        }

        List<Thread> start(int count, java.util.function.Consumer<Random> job) {
            var threads = new ArrayList<Thread>();
            for (int i = 0; i < count; i++) {
                var random = new Random(seed * 31 + i);
                threads.add(Thread.startVirtualThread(() -> job.accept(random)));
            }
            return threads;
        }

        void produce(Random random) {
            for (int i = 0; i < CHANGES_PER_PRODUCER; i++) {
                int key = random.nextInt(KEYS);
                changes.incrementAndGet(key);
                queue.add(key, random.nextInt(4) == 0 ? Lane.BACKGROUND : Lane.CHANGE);
            }
            producing.decrementAndGet();
            for (int key = 0; key < KEYS; key++) {
                queue.add(key, Lane.BACKGROUND); // so that a worker looks after the last producer
            }
        }

        void work(Random random) {
            try {
                for (var next = queue.take(); next.isPresent(); next = queue.take()) {
                    work(next.get(), random);
                    queue.done(next.get());
                    endWhenEverythingIsSeen();
                }
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }

        private void work(int key, Random random) {
            if (hands.incrementAndGet(key) != 1) {
                complaints.add("Key " + key + " is in two hands");
            }
            switch (random.nextInt(20)) {
                case 0 -> queue.addRateLimited(key);
                case 1 -> queue.addAfter(key, Duration.ofNanos(random.nextInt(1_000_000)));
                default -> {
                    seen.set(key, changes.get(key));
                    queue.forget(key);
                }
            }
            hands.decrementAndGet(key);
        }

        private void endWhenEverythingIsSeen() {
            if (producing.get() > 0) {
                return;
            }
            for (int key = 0; key < KEYS; key++) {
                if (seen.get(key) != changes.get(key)) {
                    return;
                }
            }
            everythingSeen.countDown();
        }
    }
}
