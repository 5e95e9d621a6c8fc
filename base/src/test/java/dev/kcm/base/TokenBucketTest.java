package dev.kcm.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class TokenBucketTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long START = -5; // nanoTime may be negative

    @Test
    void a_burst_is_free_and_what_follows_waits_one_interval_each() {
        var bucket = TokenBucket.of(10, 3);
        assertThat(LongStream.generate(() -> bucket.reserve(START)).limit(5))
                .containsExactly(0L, 0L, 0L, SECOND / 10, SECOND / 5);
    }

    @Test
    void tokens_come_back_with_time_up_to_the_burst() {
        var bucket = TokenBucket.of(1, 2);
        bucket.reserve(START);
        bucket.reserve(START);
        assertThat(bucket.tryTake(START + SECOND - 1)).isFalse();
        assertThat(bucket.tryTake(START + SECOND)).isTrue();
        long muchLater = START + 100 * SECOND;
        assertThat(IntStream.range(0, 3).mapToObj(_ -> bucket.tryTake(muchLater)))
                .containsExactly(true, true, false);
    }

    @Test
    void a_token_that_comes_too_late_is_not_taken() {
        var bucket = TokenBucket.every(SECOND, 1);
        assertThat(bucket.reserveWithin(START, 0)).isZero();
        assertThat(bucket.reserveWithin(START, SECOND - 1)).isNegative();
        assertThat(bucket.reserveWithin(START, SECOND)).isEqualTo(SECOND);
    }

    @Test
    void without_a_rate_there_is_no_limit() {
        for (double perSecond : new double[] {0, -1, Double.POSITIVE_INFINITY}) {
            var bucket = TokenBucket.of(perSecond, Integer.MAX_VALUE);
            assertThat(IntStream.range(0, 1000).allMatch(_ -> bucket.reserve(START) == 0))
                    .isTrue();
        }
    }

    @Test
    void threads_never_get_the_same_token() throws Exception {
        var bucket = TokenBucket.every(SECOND, 1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Callable<long[]> work = () ->
                    LongStream.range(0, 500).map(_ -> bucket.reserve(START)).toArray();
            var waits = threads.invokeAll(Collections.nCopies(4, work)).stream()
                    .flatMapToLong(it -> Arrays.stream(it.resultNow()))
                    .sorted()
                    .toArray();
            assertThat(waits)
                    .containsExactly(
                            LongStream.range(0, 2000).map(it -> it * SECOND).toArray());
        }
    }
}
