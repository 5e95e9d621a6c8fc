package dev.kcm.apiserver.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The cases of apimachinery's `TestHumanDuration`, and those around them.
class AgesTest {
    @ParameterizedTest
    @CsvSource({
        "PT0S, 0s",
        "PT-1S, 0s",
        "PT-1.9S, 0s",
        "PT-2S, <invalid>",
        "PT1S, 1s",
        "PT0.999S, 0s",
        "PT70S, 70s",
        "PT119S, 119s",
        "PT120S, 2m",
        "PT190S, 3m10s",
        "PT9M59S, 9m59s",
        "PT10M30S, 10m",
        "PT70M, 70m",
        "PT2H59M59S, 179m",
        "PT3H, 3h",
        "PT3H10M59S, 3h10m",
        "PT7H59M59S, 7h59m",
        "PT8H59M, 8h",
        "PT47H, 47h",
        "PT48H, 2d",
        "PT49H59M, 2d1h",
        "P7DT23H59M, 7d23h",
        "P8DT23H, 8d",
        "P70D, 70d",
        "P729DT23H, 729d",
        "P730D, 2y",
        "P740DT5H, 2y10d",
        "P2919D, 7y364d",
        "P2930D, 8y",
    })
    void a_duration_has_two_or_three_figures(Duration duration, String text) {
        assertThat(Ages.text(duration)).isEqualTo(text);
    }

    @Test
    void what_never_was_has_no_age() {
        var now = Instant.parse("2026-01-01T00:00:00Z");

        assertThat(Ages.since(Optional.empty(), now)).isEqualTo("<unknown>");
        assertThat(Ages.since(Optional.of(now.minusSeconds(5)), now)).isEqualTo("5s");
    }
}
