package dev.kcm.cluster.why;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReadableTimesTest {
    @ParameterizedTest
    @CsvSource({
        "next sync in PT10M0.175179298S, next sync in 10 minutes",
        "next sync in PT0.0004S, next sync in 1 second",
        "next sync in PT59.6S, next sync in 60 seconds",
        "next sync in PT24H, next sync in 24 hours",
        "waits for a change, waits for a change",
    })
    void spans_are_rounded_and_told_in_words(String exact, String readable) {
        assertThat(ReadableTimes.in(exact)).isEqualTo(readable);
    }
}
