package dev.kcm.apiserver.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The words are those of Go's `encoding/json`, taken from it.
class JsonFaultTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"data\":|unexpected end of JSON input",
                "``|unexpected end of JSON input",
                "{data:1}|invalid character 'd' looking for beginning of object key string",
                "{\"a\" 1}|invalid character '1' after object key",
                "{\"a\":1 2}|invalid character '2' after object key:value pair",
                "{\"a\":1,}|invalid character '}' looking for beginning of object key string",
                "[1 2]|invalid character '2' after array element",
                "[1,]|invalid character ']' looking for beginning of value",
                "{} x|invalid character 'x' after top-level value",
                "tree|invalid character 'e' in literal true (expecting 'u')",
                "\"\\x\"|invalid character 'x' in string escape code",
                "\"\\u00g0\"|invalid character 'g' in \\u hexadecimal character escape",
                "-a|invalid character 'a' in numeric literal",
                "01|invalid character '1' after top-level value",
                "1.e|invalid character 'e' after decimal point in numeric literal",
                "1ex|invalid character 'x' in exponent of numeric literal",
                "'a'|invalid character '\\'' looking for beginning of value",
            })
    void says_what_go_says(String text, String words) {
        assertThat(JsonFault.in(text.getBytes(StandardCharsets.UTF_8))).contains(words);
    }

    @Test
    void a_line_break_in_a_string_is_shown_escaped() {
        assertThat(JsonFault.in("\"a\nb\"".getBytes(StandardCharsets.UTF_8)))
                .contains("invalid character '\\n' in string literal");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {"{}", "[]", " {\"a\":[1,-2.5e+3,true,false,null,\"x\\u00e9\"]} ", "0"})
    void finds_nothing_in_json(String text) {
        assertThat(JsonFault.in(text.getBytes(StandardCharsets.UTF_8))).isEmpty();
    }

    @Test
    void does_not_lose_itself_in_depth() {
        assertThat(JsonFault.in("[".repeat(1_000_000).getBytes(StandardCharsets.UTF_8)))
                .contains("exceeded max depth");
    }
}
