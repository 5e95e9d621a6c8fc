package dev.kcm.testing.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class SeededThreadsTest {
    @Test
    void the_same_seed_gives_the_same_order() throws Exception {
        assertThat(order(5)).isEqualTo(order(5)).hasSize(12);
    }

    @Test
    void other_seeds_give_other_orders() throws Exception {
        var orders = new HashSet<List<Integer>>();
        for (long seed = 0; seed < 10; seed++) {
            orders.add(order(seed));
        }

        assertThat(orders).hasSizeGreaterThan(5);
    }

    @Test
    void the_driver_goes_on_when_nobody_else_can() throws Exception {
        List<String> seen = SeededThreads.call(1, () -> {
            var lines = new ArrayList<String>();
            var gate = new CountDownLatch(1);
            Thread.ofVirtual().start(() -> {
                lines.add("began");
                awaitUninterrupted(gate);
                Thread.ofVirtual().start(() -> lines.add("grandchild"));
                lines.add("ended");
            });
            SeededThreads.awaitIdle();
            lines.add("idle");
            gate.countDown();
            SeededThreads.awaitIdle();
            lines.add("idle again");
            return lines;
        });

        assertThat(seen).startsWith("began", "idle").endsWith("idle again").contains("grandchild", "ended");
    }

    @Test
    void what_the_body_throws_is_thrown() {
        assertThatIllegalStateException()
                .isThrownBy(() -> SeededThreads.call(1, () -> {
                    throw new IllegalStateException("no");
                }))
                .withMessage("no");
    }

    private static void awaitUninterrupted(CountDownLatch gate) {
        try {
            gate.await();
        } catch (InterruptedException unexpected) {
            throw new IllegalStateException(unexpected);
        }
    }

    /// Four threads that lose the processor three times each.
    private static List<Integer> order(long seed) throws Exception {
        return SeededThreads.call(seed, () -> {
            var order = new ArrayList<Integer>();
            for (int thread = 0; thread < 4; thread++) {
                int number = thread;
                Thread.ofVirtual().start(() -> {
                    for (int turn = 0; turn < 3; turn++) {
                        order.add(number);
                        Thread.yield();
                    }
                });
            }
            SeededThreads.awaitIdle();
            return order;
        });
    }
}
