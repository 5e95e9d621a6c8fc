package dev.kcm.model.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class JsonWriterTest {
    @Test
    void commas_come_by_themselves() {
        JsonWriter out = new JsonWriter();
        out.beginObject()
                .name("a")
                .number(1)
                .name("b")
                .beginArray()
                .string("x")
                .beginObject()
                .endObject()
                .nullValue()
                .endArray();
        out.name("c").beginObject().name("d").bool(true).endObject().endObject();
        assertThat(out).hasToString("{\"a\":1,\"b\":[\"x\",{},null],\"c\":{\"d\":true}}");
    }

    @Test
    void strings_are_escaped_as_go_does() {
        assertThat(written("<a href=\"x\">&</a>\\"))
                .isEqualTo("\"\\u003ca href=\\\"x\\\"\\u003e\\u0026\\u003c/a\\u003e\\\\\"");
        assertThat(written("\b\f\n\r\t\u0000\u001f\u007f")).isEqualTo("\"\\b\\f\\n\\r\\t\\u0000\\u001f\u007f\"");
        assertThat(written("\u2028\u2029é東🚀")).isEqualTo("\"\\u2028\\u2029é東🚀\"");
        assertThat(written("\uD83D alone \uDE80")).isEqualTo("\"\uFFFD alone \uFFFD\"");
    }

    @Test
    void floats_are_spelled_as_go_does() {
        double[] numbers = {
            0,
            -0.0,
            1,
            -2.5,
            0.1,
            1e20,
            1e21,
            123456789012345680000.0,
            1e-6,
            1e-7,
            1.5e-9,
            5e-324,
            1.7976931348623157e308,
            100
        };
        String[] spellings = {
            "0",
            "-0",
            "1",
            "-2.5",
            "0.1",
            "100000000000000000000",
            "1e+21",
            "123456789012345680000",
            "0.000001",
            "1e-7",
            "1.5e-9",
            "5e-324",
            "1.7976931348623157e+308",
            "100"
        };
        for (int at = 0; at < numbers.length; at++) {
            assertThat(new JsonWriter().number(numbers[at])).hasToString(spellings[at]);
        }
        assertThatThrownBy(() -> new JsonWriter().number(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void raw_json_is_compacted_and_made_safe_for_html() {
        String raw = " { \"a b\" : [ 1 , \"<\\\" x\u2028\" ] }\n";
        assertThat(new JsonWriter().raw(raw.getBytes(StandardCharsets.UTF_8)))
                .hasToString("{\"a b\":[1,\"\\u003c\\\" x\\u2028\"]}");
    }

    private static String written(String text) {
        return new JsonWriter(1).string(text).toString();
    }
}
