package dev.kcm.cluster.why;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReadableTimesTest {
    @ParameterizedTest
    @CsvSource({
        "looks again in PT10M0.175179298S, looks again in 10 minutes",
        "looks again in PT0.0004S, looks again in 1 second",
        "looks again in PT59.6S, looks again in 60 seconds",
        "looks again in PT24H, looks again in 24 hours",
        "waits for a change, waits for a change",
    })
    void spans_are_rounded_and_told_in_words(String exact, String readable) {
        assertThat(ReadableTimes.in(exact)).isEqualTo(readable);
    }
}
