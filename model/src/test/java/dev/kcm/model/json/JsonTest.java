package dev.kcm.model.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
    private static final Json POD = Json.parse("""
        {"kind": "Pod", "spec": {"replicas": 3, "paused": true, "ratio": 0.5,
         "containers": [{"name": "main"}, {"name": "side"}], "nothing": null}}
        """);

    @Test
    void members_are_found_by_path() {
        assertThat(POD.textAt("kind")).contains("Pod");
        assertThat(POD.longAt("spec", "replicas")).hasValue(3);
        assertThat(POD.booleanAt("spec", "paused")).contains(true);
        assertThat(POD.itemsAt("spec", "containers"))
                .map(container -> container.textAt("name").orElseThrow())
                .containsExactly("main", "side");
        assertThat(POD.at("spec", "nothing")).contains(Json.NULL);
        assertThat(POD.at("spec", "missing")).isEmpty();
        assertThat(POD.at("kind", "deeper")).isEmpty();
        assertThat(POD.textAt("spec", "replicas")).isEmpty();
        assertThat(POD.objectAt("missing").isEmpty()).isTrue();
    }

    @Test
    void changes_leave_the_original_alone_and_keep_the_order() {
        var object = (JsonObject) Json.parse("{\"b\":1,\"a\":2}");
        assertThat(object.with("b", 3)).hasToString("{\"b\":3,\"a\":2}");
        assertThat(object.with("c", "x")).hasToString("{\"b\":1,\"a\":2,\"c\":\"x\"}");
        assertThat(object.without("b")).hasToString("{\"a\":2}");
        assertThat(object.withAt(List.of("x", "y"), Json.of(true))).hasToString("{\"b\":1,\"a\":2,\"x\":{\"y\":true}}");
        assertThat(((JsonObject) POD).withoutAt("spec", "containers").at("spec", "containers"))
                .isEmpty();
        assertThat(object).hasToString("{\"b\":1,\"a\":2}");
        assertThat(object.sorted()).hasToString("{\"a\":2,\"b\":1}");
    }

    @Test
    void the_order_of_members_does_not_matter_for_equality() {
        assertThat(Json.parse("{\"b\":1,\"a\":2}")).isEqualTo(Json.parse("{\"a\":2,\"b\":1}"));
        assertThat(Json.parse("[1,2]")).isNotEqualTo(Json.parse("[2,1]"));
        assertThat(Json.parse("1")).isNotEqualTo(Json.parse("1.0"));
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1",
        "-0, 0",
        "9223372036854775807, 9223372036854775807",
        "9223372036854775808, 9223372036854776000",
        "1.50, 1.5",
        "1e3, 1000",
        "1e21, 1e+21",
        "0.0000001, 1e-7",
        "12345678901234567890, 12345678901234567000",
    })
    void numbers_are_what_go_makes_of_them(String written, String printed) {
        assertThat(Json.parse(written).toText()).isEqualTo(printed);
    }

    @Test
    void of_members_with_one_name_the_last_counts() {
        assertThat(Json.parse("{\"a\":1,\"b\":2,\"a\":3}")).hasToString("{\"a\":3,\"b\":2}");
    }

    @Test
    void large_objects_find_their_members() {
        var builder = JsonObject.builder();
        IntStream.range(0, 1000).forEach(i -> builder.put("name" + i, Json.of(i)));
        IntStream.range(0, 1000).forEach(i -> builder.put("name" + i, Json.of(-i)));
        var object = builder.build();
        assertThat(object.size()).isEqualTo(1000);
        assertThat(IntStream.range(0, 1000))
                .allMatch(i -> object.longAt("name" + i).orElseThrow() == -i);
        assertThat(object.has("name1000")).isFalse();
        assertThat(object.asMap()).containsEntry("name7", Json.of(-7)).hasSize(1000);
    }

    @Test
    void names_sort_by_code_point_as_go_sorts_bytes() {
        var object = JsonObject.of(Map.of("\uFFFD", Json.of(1), "\uD83D\uDE00", Json.of(2), "z", Json.of(3)));
        assertThat(object.inBytewiseOrder().names()).containsExactly("z", "\uFFFD", "\uD83D\uDE00");
    }

    @Test
    void arrays_change_by_copy() {
        var array = Json.array(Json.of("a"), Json.of("b"));
        assertThat(array.withInserted(1, Json.of("x"))).hasToString("[\"a\",\"x\",\"b\"]");
        assertThat(array.withItem(0, Json.NULL)).hasToString("[null,\"b\"]");
        assertThat(array.without(0)).hasToString("[\"b\"]");
        assertThat(array).hasToString("[\"a\",\"b\"]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[1,]", "{\"a\":1} x", "nul", "1e999"})
    void what_is_not_json_is_refused(String text) {
        assertThatThrownBy(() -> Json.parse(text)).isInstanceOf(JsonException.class);
    }
}
