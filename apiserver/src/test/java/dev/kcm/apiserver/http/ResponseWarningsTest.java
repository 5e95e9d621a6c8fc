package dev.kcm.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResponseWarningsTest {
    private final ResponseWarnings warnings = new ResponseWarnings();

    @Test
    void each_warning_is_sent_once() {
        warnings.add("a \"b\" \\c");
        warnings.add("a \"b\" \\c");
        warnings.add("");

        assertThat(warnings.headers()).containsExactly("299 - \"a \\\"b\\\" \\\\c\"");
    }

    @Test
    void what_is_no_ascii_is_sent_in_utf_8() {
        warnings.add("café");

        assertThat(warnings.headers().getFirst().getBytes(StandardCharsets.ISO_8859_1))
                .isEqualTo("299 - \"café\"".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void control_characters_cannot_be_sent() {
        warnings.add("one\nX-Injected: two");
        warnings.add("fine");

        assertThat(warnings.headers()).containsExactly("299 - \"fine\"");
    }

    @Test
    void four_thousand_characters_are_sent_as_they_are() {
        warnings.add("a".repeat(2048));
        warnings.add("b".repeat(2048));

        assertThat(warnings.headers()).extracting(String::length).isEqualTo(List.of(2056, 2056));
    }

    @Test
    void more_are_cut_and_the_rest_left_out() {
        for (int i = 0; i < 100; i++) {
            warnings.add("%03d".formatted(i) + "x".repeat(1000));
        }

        assertThat(warnings.headers()).hasSize(16).allMatch(header -> header.length() == 256 + 8);
    }
}
