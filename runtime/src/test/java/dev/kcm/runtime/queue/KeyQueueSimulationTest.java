package dev.kcm.runtime.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.VirtualClock;
import dev.kcm.base.metrics.Metrics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Random operations, single-stepped, against the simplest model of what a queue owes.
class KeyQueueSimulationTest {
    private static final int STEPS = 5_000;

    static LongStream seeds() {
        return LongStream.range(0, Integer.getInteger("kcm.seeds", 20));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void owes_exactly_what_was_added_and_never_hands_one_key_out_twice(long seed) {
        var run = new Run(seed);
        for (int i = 0; i < STEPS; i++) {
            run.step();
        }
        run.finish();
    }

    private static final class Run {
        private static final RetryPolicy POLICY = RetryPolicy.perKeyOnly(Duration.ofMillis(5), Duration.ofSeconds(1));

        private final Random random;
        private final VirtualClock clock = new VirtualClock(Instant.EPOCH);
        private final KeyQueue<Integer> queue = new KeyQueue<>("simulated", clock, POLICY, new Metrics());

        /// Keys added and not taken since; of those, pending wake-ups by time; failures; in hands.
        private final Set<Integer> owed = new HashSet<>();

        private final Map<Integer, Long> wakes = new HashMap<>();
        private final Map<Integer, Integer> failures = new HashMap<>();
        private final List<Integer> inHands = new ArrayList<>();

        Run(long seed) {
            this.random = new Random(seed);
        }

        void step() {
            int key = random.nextInt(12);
            switch (random.nextInt(10)) {
                case 0, 1 -> add(key);
                case 2 -> addAfter(key);
                case 3 -> fail(key);
                case 4 -> forget(key);
                case 5, 6 -> take();
                case 7, 8 -> giveBack();
                default -> pass(Duration.ofMillis(random.nextInt(200)));
            }
            assertThat(queue.depth()).isEqualTo(owed.size());
            assertThat(queue.isQuiet()).isEqualTo(inHands.isEmpty() && owed.isEmpty());
        }

        /// Everything owed is paid in the end.
        void finish() {
            while (!(queue.isQuiet() && wakes.isEmpty())) {
                take();
                giveBack();
                pass(Duration.ofMillis(100));
            }
            assertThat(owed).isEmpty();
            assertThat(clock.untilNextTimer()).isEmpty();
        }

        private void add(int key) {
            queue.add(key, random.nextBoolean() ? Lane.CHANGE : Lane.BACKGROUND);
            owed.add(key);
        }

        private void addAfter(int key) {
            var delay = Duration.ofMillis(random.nextInt(1000));
            queue.addAfter(key, delay);
            expectAfter(key, delay);
        }

        private void fail(int key) {
            queue.addRateLimited(key);
            int count = failures.merge(key, 1, Integer::sum);
            assertThat(queue.failures(key)).isEqualTo(count);
            expectAfter(key, POLICY.perKey().after(count));
        }

        private void expectAfter(int key, Duration delay) {
            if (delay.isZero()) {
                owed.add(key);
            } else {
                wakes.merge(key, clock.nanoTime() + delay.toNanos(), Math::min);
            }
        }

        private void forget(int key) {
            queue.forget(key);
            failures.remove(key);
            assertThat(queue.failures(key)).isZero();
        }

        private void take() {
            var taken = queue.poll();
            boolean isSomethingFree = owed.stream().anyMatch(key -> !inHands.contains(key));
            assertThat(taken.isPresent()).isEqualTo(isSomethingFree);
            taken.ifPresent(key -> {
                assertThat(owed.remove(key)).isTrue();
                assertThat(inHands).doesNotContain(key);
                inHands.add(key);
            });
        }

        private void giveBack() {
            if (!inHands.isEmpty()) {
                queue.done(inHands.remove(random.nextInt(inHands.size())));
            }
        }

        private void pass(Duration duration) {
            clock.advance(duration);
            wakes.entrySet().removeIf(wake -> wake.getValue() <= clock.nanoTime() && owe(wake.getKey()));
        }

        private boolean owe(int key) {
            owed.add(key);
            return true;
        }
    }
}
