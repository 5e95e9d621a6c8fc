package dev.kcm.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GoDurationTest {
    @Test
    void nanoseconds_are_spelled_as_go_spells_them() {
        Map.ofEntries(
                        Map.entry(0L, "0s"),
                        Map.entry(1L, "1ns"),
                        Map.entry(1_100L, "1.1µs"),
                        Map.entry(2_200_000L, "2.2ms"),
                        Map.entry(3_300_000_000L, "3.3s"),
                        Map.entry(60_000_000_000L, "1m0s"),
                        Map.entry(245_000_000_000L, "4m5s"),
                        Map.entry(245_001_000_000L, "4m5.001s"),
                        Map.entry(18_367_001_000_000L, "5h6m7.001s"),
                        Map.entry(480_000_000_001L, "8m0.000000001s"),
                        Map.entry(Long.MAX_VALUE, "2562047h47m16.854775807s"),
                        Map.entry(Long.MIN_VALUE, "-2562047h47m16.854775808s"))
                .forEach((nanos, spelling) -> {
                    assertThat(GoDuration.print(nanos)).isEqualTo(spelling);
                    assertThat(GoDuration.print(Duration.ofNanos(nanos))).isEqualTo(spelling);
                    assertThat(GoDuration.parseNanos(spelling)).isEqualTo(nanos);
                });
    }

    @Test
    void prints_durations_longer_than_go_knows() {
        assertThat(GoDuration.print(Duration.ofHours(10_000_000))).isEqualTo("10000000h0m0s");
    }

    @ParameterizedTest
    @CsvSource({
        "1h, 1h0m0s",
        "1.5h, 1h30m0s",
        "1h10m, 1h10m0s",
        "-1.5s, -1.5s",
        "1us, 1µs",
        "1µs, 1µs",
        "1.123456789s, 1.123456789s",
        "100ms, 100ms",
        "1.s, 1s",
        ".5s, 500ms",
        "0, 0s",
        "+5s, 5s",
        "2562047h47m16.854775807s, 2562047h47m16.854775807s",
        "1ns, 1ns",
        "1500ns, 1.5µs",
        "1.5ms, 1.5ms",
        "90s, 1m30s",
        "1h1h, 2h0m0s",
        "8760h, 8760h0m0s",
    })
    void reads_and_prints_as_go_does(String text, String printed) {
        assertThat(GoDuration.print(GoDuration.parse(text))).isEqualTo(printed);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "3",
                "1x",
                "1.2.3s",
                "-",
                "-.s",
                "2562048h",
                "9223372036854775808ns",
                ".",
                "-.",
                ".s",
                "1d",
                "1s2",
                " 1s",
                "1s ",
                "s"
            })
    void refuses_what_go_refuses_and_shows_the_text(String text) {
        assertThatThrownBy(() -> GoDuration.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(GoText.quote(text));
    }
}
