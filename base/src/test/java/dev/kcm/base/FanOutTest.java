package dev.kcm.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FanOutTest {
    @Test
    void keeps_the_order_of_the_inputs_and_the_limit() throws InterruptedException {
        var running = new AtomicInteger();
        var most = new AtomicInteger();
        var four = new CyclicBarrier(4);
        List<Integer> inputs = IntStream.range(0, 200).boxed().toList();

        var squares = FanOut.over(inputs, 4, n -> {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            meet(four);
            running.decrementAndGet();
            return n * n;
        });

        assertThat(squares).isEqualTo(inputs.stream().map(n -> n * n).toList());
        assertThat(most).hasValue(4);
    }

    @Test
    void passes_on_what_the_work_threw_after_the_rest_has_ended() {
        var ended = new AtomicInteger();
        assertThatThrownBy(() -> FanOut.over(List.of(1, 2, 3), 3, n -> {
                    ended.incrementAndGet();
                    if (n == 2) {
                        throw new IllegalStateException("two");
                    }
                    return n;
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("two");
        assertThat(ended).hasValue(3);
    }

    @Test
    void an_interrupt_starts_no_more_and_ends_what_runs() throws InterruptedException {
        var started = new AtomicInteger();
        var two = new CountDownLatch(2);
        var passedOn = new AtomicBoolean();
        var caller = Thread.startVirtualThread(() -> {
            try {
                FanOut.over(IntStream.range(0, 100).boxed().toList(), 2, n -> {
                    started.incrementAndGet();
                    two.countDown();
                    LockSupport.park();
                    return n;
                });
            } catch (InterruptedException _) {
                passedOn.set(true);
            }
        });
        two.await();

        caller.interrupt();
        caller.join();

        assertThat(passedOn).isTrue();
        assertThat(started.get()).isBetween(2, 4);
    }

    private static void meet(CyclicBarrier others) {
        try {
            others.await();
        } catch (InterruptedException | BrokenBarrierException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
