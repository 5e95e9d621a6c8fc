package dev.kcm.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GoDurationTest {
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
    @ValueSource(strings = {"", "3", "1x", "1.2.3s", "-", "-.s", "2562048h", " 1s", "1s ", "s"})
    void refuses_what_go_refuses_and_shows_the_text(String text) {
        assertThatThrownBy(() -> GoDuration.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(GoText.quote(text));
    }
}
