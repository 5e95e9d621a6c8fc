package dev.kcm.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

class FanOutTest {
    @Test
    void keeps_the_order_of_the_inputs_and_the_limit() throws InterruptedException {
        var running = new AtomicInteger();
        var most = new AtomicInteger();
        List<Integer> inputs = IntStream.range(0, 200).boxed().toList();

        var squares =
                FanOut.over(
                        inputs,
                        4,
                        n -> {
                            most.accumulateAndGet(running.incrementAndGet(), Math::max);
                            Thread.yield();
                            running.decrementAndGet();
                            return n * n;
                        });

        assertThat(squares).isEqualTo(inputs.stream().map(n -> n * n).toList());
        assertThat(most.get()).isBetween(1, 4);
    }

    @Test
    void passes_on_what_the_work_threw_after_the_rest_has_ended() {
        var ended = new AtomicInteger();
        assertThatThrownBy(
                        () ->
                                FanOut.over(
                                        List.of(1, 2, 3),
                                        3,
                                        n -> {
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
}
