package dev.kcm.model.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.model.json.JsonException;
import dev.kcm.model.json.JsonReader;
import dev.kcm.model.json.JsonWriter;
import org.junit.jupiter.api.Test;

class LeafValuesTest {
    @Test
    void int_or_string_reads_and_writes_both() {
        assertThat(IntOrString.decode(JsonReader.of("80"))).isEqualTo(IntOrString.of(80));
        assertThat(IntOrString.decode(JsonReader.of("\"http\""))).isEqualTo(IntOrString.of("http"));
        assertThat(IntOrString.decode(JsonReader.of("null"))).isEqualTo(IntOrString.ZERO);
        assertThatThrownBy(() -> IntOrString.decode(JsonReader.of("1.5"))).isInstanceOf(JsonException.class);
        var out = new JsonWriter().beginArray();
        IntOrString.of(80).encode(out);
        IntOrString.of("25%").encode(out);
        assertThat(out.endArray()).hasToString("[80,\"25%\"]");
    }

    @Test
    void bytes_are_base64_in_json_and_hidden_in_logs() {
        var bytes = Bytes.decode(JsonReader.of("\"c2VjcmV0\""));
        assertThat(bytes.utf8()).isEqualTo("secret");
        assertThat(bytes).hasToString("6 bytes").isEqualTo(Bytes.utf8("secret"));
        var out = new JsonWriter();
        bytes.encode(out);
        assertThat(out).hasToString("\"c2VjcmV0\"");
    }

    @Test
    void nobody_can_change_bytes_from_outside() {
        var source = new byte[] {1, 2, 3};
        var bytes = Bytes.copyOf(source);
        source[0] = 9;
        bytes.toByteArray()[1] = 9;
        assertThat(bytes.at(0)).isEqualTo((byte) 1);
        assertThat(bytes.at(1)).isEqualTo((byte) 2);
        assertThat(bytes.buffer().isReadOnly()).isTrue();
    }

    @Test
    void raw_json_keeps_its_bytes_until_a_tree_is_asked_for() {
        var raw = RawJson.decode(JsonReader.of("{\"b\": 1,  \"a\": [2]}"));
        assertThat(raw).hasToString("{\"b\": 1,  \"a\": [2]}");
        assertThat(raw.tree().longAt("b")).hasValue(1);
        assertThat(RawJson.decode(JsonReader.of("null"))).isEqualTo(RawJson.EMPTY);
        assertThat(RawJson.EMPTY.tree().isNull()).isTrue();
        var out = new JsonWriter();
        raw.encode(out);
        assertThat(out).hasToString("{\"b\":1,\"a\":[2]}");
    }
}
