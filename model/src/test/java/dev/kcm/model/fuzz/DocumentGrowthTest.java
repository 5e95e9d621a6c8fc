package dev.kcm.model.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.base.fuzzing.Growth;
import dev.kcm.base.fuzzing.SmallStack;
import dev.kcm.model.apiextensions.v1.CustomResourceDefinition;
import dev.kcm.model.coordination.v1.Lease;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonException;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.json.JsonReader;
import dev.kcm.model.meta.v1.ObjectMeta;
import dev.kcm.model.value.RawJson;
import dev.kcm.model.wire.ProtoException;
import dev.kcm.model.wire.ProtoReader;
import dev.kcm.model.wire.ProtoWriter;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Documents made to be expensive: what they cost grows with their length and nothing else.
class DocumentGrowthTest {
    private static final int DATA = 2 << 3 | 2;

    @Test
    void names_of_one_hash_cost_no_more_than_others() {
        Growth.isLinear("put together", OneHash::texts, 8_192, DocumentGrowthTest::objectOf);
        Growth.isLinear(
                "looked up",
                count -> objectOf(OneHash.texts(count)),
                8_192,
                object -> object.names()
                        .forEach(name -> assertThat(object.has(name)).isTrue()));
        Growth.isLinear(
                "compared",
                count -> objectOf(OneHash.texts(count)),
                8_192,
                object -> assertThat(object.equals(objectOf(object.names().reversed())))
                        .isTrue());
    }

    private static JsonObject objectOf(List<String> names) {
        var members = JsonObject.builder();
        names.forEach(name -> members.put(name, Json.NULL));
        return members.build();
    }

    @Test
    void long_names_are_forgotten_with_their_documents() {
        var end = "x".repeat(30_000) + "\":1}";
        var number = new AtomicInteger();
        Growth.isLinear(
                "documents with new names",
                count -> count,
                100,
                count -> IntStream.range(0, count).forEach(_ -> Json.parse("{\"" + number.incrementAndGet() + end)));
    }

    @Test
    void maps_may_come_in_any_order() {
        IntFunction<String> falling =
                count -> "{\"data\":{" + joined(count, i -> "\"k" + (9_000_000 - i) + "\":\"\"") + "}}";
        Growth.isLinear("in JSON", falling, 20_000, text -> ConfigMap.decode(JsonReader.of(text)));
        Growth.isLinear(
                "in protobuf",
                count -> protobuf(count, 9_000_000, false),
                20_000,
                document -> ConfigMap.decode(ProtoReader.of(document)));
        var map = ConfigMap.decode(JsonReader.of(falling.apply(1000))).data();
        assertThat(map).hasSize(1000).containsEntry("k8999001", "");
        assertThat(new ArrayList<>(map.keySet())).isSorted();
    }

    @Test
    void of_one_key_the_last_value_counts_however_many_there_are() {
        var text = "{\"data\":{" + joined(500, i -> "\"k" + (i * 7 % 100) + "\":\"" + i + "\"") + "}}";
        var expected = new TreeMap<String, String>();
        IntStream.range(0, 500).forEach(i -> expected.put("k" + (i * 7 % 100), "" + i));
        assertThat(ConfigMap.decode(JsonReader.of(text)).data()).isEqualTo(expected);
    }

    @Test
    void fields_that_take_turns_are_read_once_each() {
        Growth.isLinear(
                "entries of a map",
                count -> protobuf(count, 9_000_000, true),
                10_000,
                document -> ConfigMap.decode(ProtoReader.of(document)));
        Growth.isLinear(
                "elements of a list",
                count -> turns(count),
                10_000,
                document -> ObjectMeta.decode(ProtoReader.of(document)));
    }

    @Test
    void a_strict_reader_reports_a_hundred_fields_and_no_more() {
        var reports = new ArrayList<String>();
        var document = "{\"" + "x".repeat(1000) + "\":1," + joined(5000, i -> "\"y\":1") + "}";
        Pod.decode(JsonReader.strict(document.getBytes(StandardCharsets.UTF_8), new JsonReader.Strictness() {
            @Override
            public void unknownField(String path) {
                reports.add(path);
            }

            @Override
            public void duplicateField(String path) {
                reports.add(path);
            }
        }));
        assertThat(reports).hasSize(100);
    }

    @Test
    void what_is_nested_too_deep_is_refused_and_what_is_not_is_read_on_a_small_stack() {
        var deepest = "[".repeat(500) + "]".repeat(500);
        SmallStack.run(() -> assertThat(Json.parse(deepest).sorted().toText()).isEqualTo(deepest));
        SmallStack.run(() -> assertThat(Json.parse(deepest)).isEqualTo(Json.parse(deepest)));
        assertThatThrownBy(() -> Json.parse("[".repeat(501) + "]".repeat(501)))
                .isInstanceOf(JsonException.class)
                .hasMessageContaining("exceeded max depth");
        SmallStack.run(() -> {
            var crd = CustomResourceDefinition.decode(JsonReader.of(schema(240)));
            assertThat(CustomResourceDefinition.decode(JsonReader.of(crd.toJson())))
                    .isEqualTo(crd);
            assertThat(CustomResourceDefinition.CUSTOM_RESOURCE_DEFINITIONS.decodeProtobuf(crd.toProtobuf()))
                    .isEqualTo(crd)
                    .hasSameHashCodeAs(crd);
        });
    }

    @Test
    void messages_nested_too_deep_are_refused() {
        byte[] nested = {};
        for (int i = 0; i < 5000; i++) {
            nested = field(28, nested); // JSONSchemaProps.not
        }
        var document = field(2, field(7, field(4, field(1, nested))));
        SmallStack.run(() -> assertThatThrownBy(() -> CustomResourceDefinition.decode(ProtoReader.of(document)))
                .isInstanceOf(ProtoException.class)
                .hasMessage("exceeded max depth"));
    }

    @Test
    void groups_are_passed_over_as_upstream_does() {
        byte[] group = {(byte) ((30 << 3) | 3 | 0x80), 1, 8, 1, (byte) ((30 << 3) | 4 | 0x80), 1};
        assertThatCode(() -> ConfigMap.decode(ProtoReader.of(group))).doesNotThrowAnyException();
        assertThatThrownBy(() -> ConfigMap.decode(ProtoReader.of(Arrays.copyOf(group, 4))))
                .isInstanceOf(ProtoException.class);
    }

    @Test
    void times_that_cannot_be_written_become_the_nearest_that_can() {
        var time = new ByteArrayOutputStream();
        time.write(1 << 3);
        for (int i = 0; i < 8; i++) {
            time.write(0xff);
        }
        time.write(0x7f);
        var lease = Lease.decode(ProtoReader.of(field(2, field(4, time.toByteArray()))));
        assertThat(lease.spec().renewTime()).contains(Instant.parse("9999-12-31T23:59:59Z"));
        assertThat(new String(lease.toJson(), StandardCharsets.UTF_8)).contains("9999-12-31T23:59:59.000000Z");
    }

    @Test
    void bytes_that_are_no_json_do_not_get_into_a_document() {
        var raw = field(1, "1},\"forged\":{\"a\":1".getBytes(StandardCharsets.UTF_8));
        assertThat(ProtoReader.of(field(0, raw), 1, raw.length + 2).rawJson()).isEqualTo(RawJson.EMPTY);
        var fine = field(1, "{\"a\":1}".getBytes(StandardCharsets.UTF_8));
        assertThat(ProtoReader.of(field(0, fine), 1, fine.length + 2).rawJson()).hasToString("{\"a\":1}");
    }

    private static String joined(int count, IntFunction<String> item) {
        return IntStream.range(0, count).mapToObj(item).collect(Collectors.joining(","));
    }

    /// A ConfigMap whose keys fall; with another field after each if they take turns.
    private static byte[] protobuf(int count, int first, boolean takesTurns) {
        var out = new ByteArrayOutputStream();
        for (int i = 0; i < count; i++) {
            var key = field(1, ("k" + (first - i)).getBytes(StandardCharsets.UTF_8));
            out.writeBytes(field(DATA >> 3, key));
            if (takesTurns) {
                out.writeBytes(new byte[] {4 << 3, 0});
            }
        }
        return out.toByteArray();
    }

    /// Finalizers, each followed by a generation.
    private static byte[] turns(int count) {
        var out = new ByteArrayOutputStream();
        for (int i = 0; i < count; i++) {
            out.writeBytes(field(14, ("f" + i).getBytes(StandardCharsets.UTF_8)));
            out.writeBytes(new byte[] {7 << 3, 1});
        }
        return out.toByteArray();
    }

    private static byte[] field(int number, byte[] content) {
        var out = new ProtoWriter(content.length + 16);
        int end = out.length();
        out.raw(content);
        out.close(number << 3 | 2, end);
        return out.toBytes();
    }

    private static String schema(int depth) {
        return "{\"metadata\":{\"name\":\"a\"},\"spec\":{\"versions\":[{\"name\":\"v1\",\"schema\":{\"openAPIV3Schema\":"
                + "{\"properties\":{\"a\":".repeat(depth)
                + "{}"
                + "}}".repeat(depth)
                + "}}]}}";
    }
}
