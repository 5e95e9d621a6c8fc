package dev.kcm.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GoTextTest {
    @Test
    void quotes_as_go_does() {
        assertThat(GoText.quote("a\u00a0b\u200bc\uD83D\uDE00\u007fé\u2028\ufffd\u00ad\"\\\n" + "\t\u0007"))
                .isEqualTo("\"a\\u00a0b\\u200bc\uD83D\uDE00\\x7fé\\u2028\ufffd\\u00ad\\\"\\\\\\n" + "\\t\\a\"");
    }

    @ParameterizedTest
    @CsvSource({
        "0.1, 0.1",
        "20, 20",
        "0, 0",
        "100000, 100000",
        "1e6, 1e+06",
        "12500000, 1.25e+07",
        "1e22, 1e+22",
        "0.0001, 0.0001",
        "0.00001, 1e-05",
        "123456789012, 1.23456789012e+11",
        "1.5e-7, 1.5e-07",
        "-2.5, -2.5",
        "-0.0, 0",
        "NaN, NaN",
        "-Infinity, -Inf",
        "1, 1",
        "-1, -1",
        "0.005, 0.005",
        "0.000012, 1.2e-05",
        "999999, 999999",
        "1000000, 1e+06",
        "1048576, 1.048576e+06",
        "-24707072, -2.4707072e+07",
        "123456.789, 123456.789",
        "1234567.5, 1.2345675e+06",
        "1.7976931348623157E308, 1.7976931348623157e+308",
        "1E21, 1e+21",
        "Infinity, +Inf",
    })
    void prints_numbers_in_their_shortest_form(double number, String printed) {
        assertThat(GoText.number(number)).isEqualTo(printed);
    }

    @ParameterizedTest
    @CsvSource({
        "1e21, 1e+21",
        "1.5e-7, 1.5e-7",
        "1234567.5, 1234567.5",
        "0, 0",
        "20, 20",
        "-0.0, -0",
        "4.9E-324, 5e-324"
    })
    void prints_json_numbers_with_plain_digits(double number, String printed) {
        assertThat(GoText.jsonNumber(number)).isEqualTo(printed);
    }

    @Test
    void prints_single_precision_without_noise() {
        assertThat(GoText.number(0.1f)).isEqualTo("0.1");
        assertThat(GoText.jsonNumber(0.55f)).isEqualTo("0.55");
    }
}
