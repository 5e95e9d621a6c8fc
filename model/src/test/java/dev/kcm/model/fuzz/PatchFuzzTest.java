package dev.kcm.model.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.base.fuzzing.Fuzzer;
import dev.kcm.base.fuzzing.Growth;
import dev.kcm.base.fuzzing.Parser;
import dev.kcm.base.fuzzing.SmallStack;
import dev.kcm.model.GoldenTable;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonException;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.patch.JsonPatch;
import dev.kcm.model.patch.MergePatch;
import dev.kcm.model.patch.PatchException;
import dev.kcm.model.patch.PatchSchema;
import dev.kcm.model.patch.StrategicPatch;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Patches of the three kinds; an input is a document and a patch, each on a line.
class PatchFuzzTest {
    private static final PatchSchema POD = schema("/v1/Pod");

    static Stream<Parser> parsers() {
        return Stream.of(
                parser("json-patch", PatchFuzzTest::operations, "json", "jsonerror")
                        .words(
                                "\"op\":",
                                "\"add\"",
                                "\"copy\"",
                                "\"move\"",
                                "\"path\":\"/",
                                "\"from\":\"/",
                                "/-",
                                "~1",
                                "~"),
                parser("merge-patch", PatchFuzzTest::merged, "merge").words("null", "{}", "[]", ":{", "\"a\":"),
                parser("strategic-patch", PatchFuzzTest::strategic, "strategic", "strategicerror")
                        .words(
                                "\"$patch\":\"delete\"",
                                "\"$patch\":\"replace\"",
                                "\"$retainKeys\":[",
                                "\"$setElementOrder/containers\":[",
                                "\"$deleteFromPrimitiveList/finalizers\":[",
                                "null",
                                "{}"));
    }

    private static Parser parser(String name, BiFunction<Json, Json, Json> patching, String... kinds) {
        var seeds = GoldenTable.read("patches.tsv.gz").rows().stream()
                .filter(row -> Stream.of(kinds).anyMatch(row.kind()::equals))
                .map(row -> row.kind().startsWith("strategic")
                        ? row.field(2) + "\n" + row.field(3)
                        : row.field(1) + "\n" + row.field(2))
                .limit(300)
                .toArray(String[]::new);
        return Parser.ofText(name, text -> {
                    int line = text.indexOf('\n');
                    var patch = Json.parse(text.substring(line + 1));
                    var patched = patching.apply(Json.parse(text.substring(0, Math.max(0, line))), patch);
                    var again = Parser.accepted(() -> Json.parse(patched.toText()));
                    assertThat(Parser.accepted(() -> Json.parse(again.toText())))
                            .isEqualTo(again);
                })
                .refusing(JsonException.class, PatchException.class)
                .seeds(seeds);
    }

    @ParameterizedTest
    @MethodSource("parsers")
    void a_patch_applies_or_is_refused(Parser parser) {
        Fuzzer.attack(PatchFuzzTest.class, parser);
    }

    private static Json operations(Json document, Json patch) {
        return JsonPatch.apply(document, patch);
    }

    private static Json merged(Json document, Json patch) {
        return MergePatch.apply(document, patch);
    }

    private static Json strategic(Json document, Json patch) {
        return document instanceof JsonObject object && patch instanceof JsonObject members
                ? StrategicPatch.apply(object, members, POD)
                : patch;
    }

    private static PatchSchema schema(String kind) {
        var parts = kind.split("/", -1);
        return PatchSchema.ofKind(parts[0], parts[1], parts[2]).orElseThrow();
    }

    @Test
    void many_operations_on_a_large_object_do_not_copy_it_each_time() {
        IntFunction<Json[]> sized = count -> new Json[] {
            Json.parse("{\"data\":{" + joined(count, i -> "\"k" + i + "\":\"\"") + "}}"),
            Json.parse("[" + joined(count, i -> "{\"op\":\"add\",\"path\":\"/data/n" + i + "\",\"value\":\"\"}") + "]")
        };
        Growth.isLinear("operations", sized, 2_500, pair -> JsonPatch.apply(pair[0], pair[1]));
    }

    @Test
    void a_patch_cannot_nest_a_document_deeper_than_one_may_be() {
        var path = new StringBuilder();
        var operations = IntStream.range(0, 9_000)
                .mapToObj(_ -> "{\"op\":\"add\",\"path\":\"" + path.append("/a") + "\",\"value\":{}}")
                .limit(1_500)
                .collect(Collectors.joining(",", "[", "]"));
        assertThatThrownBy(() -> JsonPatch.apply(Json.object(), Json.parse(operations)))
                .isInstanceOf(PatchException.class)
                .hasMessage("exceeded max depth");
        var doubling = "[" + "{\"op\":\"add\",\"path\":\"/a\",\"value\":{}},"
                + IntStream.range(0, 20)
                        .mapToObj(round ->
                                "{\"op\":\"copy\",\"from\":\"/a\",\"path\":\"" + "/a".repeat(1 << round) + "/a\"}")
                        .limit(12)
                        .collect(Collectors.joining(","))
                + "]";
        assertThatThrownBy(() -> JsonPatch.apply(Json.object(), Json.parse(doubling)))
                .isInstanceOf(PatchException.class)
                .hasMessage("exceeded max depth");
    }

    @Test
    void the_deepest_documents_are_patched_on_a_small_stack() {
        var object = "{\"metadata\":".repeat(499) + "{}" + "}".repeat(499);
        var array = "{\"metadata\":" + "[".repeat(498) + "]".repeat(498) + "}";
        SmallStack.run(() -> {
            for (var document : List.of(object(object), object(array))) {
                assertThat(MergePatch.apply(document, document)).isEqualTo(document);
                assertThat(MergePatch.apply(Json.object(), document)).isEqualTo(document);
                assertThat(MergePatch.diff(document, document)).isEqualTo(Json.object());
                assertThat(StrategicPatch.apply(Json.object(), document, POD)).isEqualTo(document);
                var replacing = Json.array(Json.object("op", Json.of("add"))
                        .with("path", "/metadata")
                        .with("value", document.get("metadata").orElseThrow()));
                assertThat(JsonPatch.apply(Json.object(), replacing)).isEqualTo(document);
                assertThat(JsonPatch.apply(document, replacing)).isEqualTo(document);
            }
        });
    }

    @Test
    void lists_merge_in_time_that_grows_with_their_length_only() {
        IntFunction<JsonObject> deletions = count -> object("{\"spec\":{\"containers\":["
                + joined(count, i -> "{\"name\":\"c" + i + "\",\"$patch\":\"delete\"}") + "]}}");
        IntFunction<JsonObject> containers = count ->
                object("{\"spec\":{\"containers\":[" + joined(count, i -> "{\"name\":\"c" + i + "\"}") + "]}}");
        Growth.isLinear(
                "deletions",
                count -> new JsonObject[] {containers.apply(count), deletions.apply(count)},
                5_000,
                pair -> StrategicPatch.apply(pair[0], pair[1], POD));
        Growth.isLinear(
                "retained keys",
                count -> new JsonObject[] {
                    object("{\"spec\":{\"strategy\":{" + joined(count, i -> "\"k" + i + "\":1") + "}}}"),
                    object("{\"spec\":{\"strategy\":{\"$retainKeys\":[" + joined(count, i -> "\"k" + i + "\"") + "]}}}")
                },
                5_000,
                pair -> StrategicPatch.apply(pair[0], pair[1], schema("apps/v1/Deployment")));
        Growth.isLinear(
                "removed values",
                count -> new JsonObject[] {
                    object("{\"metadata\":{\"finalizers\":[" + joined(count, i -> "\"f" + i + "\"") + "]}}"),
                    object("{\"metadata\":{\"$deleteFromPrimitiveList/finalizers\":["
                            + joined(count, i -> "\"f" + i + "\"") + "]}}")
                },
                5_000,
                pair -> StrategicPatch.apply(pair[0], pair[1], POD));
        Growth.isLinear(
                "differences",
                count -> new JsonObject[] {containers.apply(0), containers.apply(count)},
                5_000,
                pair -> StrategicPatch.diff(containers.apply(1), pair[1], POD));
    }

    @Test
    void keys_of_one_hash_cost_no_more_than_others() {
        Growth.isLinear(
                "merge keys",
                bits -> object("{\"spec\":{\"containers\":["
                        + joined(bits, i -> "{\"name\":\"" + OneHash.text(i) + "\"}")
                        + "]}}"),
                4_096,
                patch -> StrategicPatch.apply(patch, patch, POD));
        Growth.isLinear(
                "merge keys that are objects",
                bits -> object("{\"spec\":{\"containers\":["
                        + joined(bits, i -> "{\"name\":{\"" + OneHash.text(i) + "\":1}}")
                        + "]}}"),
                2_048,
                patch -> StrategicPatch.apply(patch, patch, POD));
    }

    private static JsonObject object(String text) {
        return (JsonObject) Json.parse(text);
    }

    private static String joined(int count, IntFunction<String> item) {
        return IntStream.range(0, count).mapToObj(item).collect(Collectors.joining(","));
    }
}
