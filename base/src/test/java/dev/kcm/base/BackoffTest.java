package dev.kcm.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BackoffTest {
    private final Backoff backoff = Backoff.doubling(Duration.ofMillis(5), Duration.ofSeconds(1000));

    @Test
    void doubles_up_to_the_longest_wait() {
        assertThat(IntStream.of(1, 2, 3, 11, 19, 10_000).mapToObj(backoff::after))
                .containsExactly(
                        Duration.ofMillis(5),
                        Duration.ofMillis(10),
                        Duration.ofMillis(20),
                        Duration.ofMillis(5 * 1024),
                        Duration.ofSeconds(1000),
                        Duration.ofSeconds(1000));
    }

    @Test
    void jitter_only_lengthens() {
        var random = RandomGenerator.of("L64X128MixRandom");
        for (int i = 0; i < 1000; i++) {
            assertThat(backoff.withJitter(0.5).after(2, random))
                    .isBetween(Duration.ofMillis(10), Duration.ofMillis(15));
        }
    }
}
