package dev.kcm.model.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.model.GoldenTable;
import dev.kcm.model.GoldenTable.Row;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonArray;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.json.JsonText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class PatchTest {
    private static final GoldenTable GO = GoldenTable.read("patches.tsv.gz");

    /// The row with its last cell computed by us, sorted as Go prints maps.
    private static Function<Row, List<String>> lastCell(Function<Row, Json> ours) {
        return row -> {
            var fields = new ArrayList<>(row.fields());
            fields.set(fields.size() - 1, ours.apply(row).sorted().toText());
            return fields;
        };
    }

    private static Function<Row, List<String>> lastCellIsRefusal(Function<Row, Json> ours) {
        return row -> {
            var fields = new ArrayList<>(row.fields());
            fields.set(fields.size() - 1, refusal(row, ours));
            return fields;
        };
    }

    /// Go prints objects in messages its own way: only what comes before them is compared.
    private static String refusal(Row row, Function<Row, Json> ours) {
        var expected = row.text(row.fields().size() - 1);
        try {
            return "accepted with " + ours.apply(row);
        } catch (PatchException problem) {
            var message = String.valueOf(problem.getMessage());
            var comparable = expected.split("map\\[|list:|identical: |%!w", 2)[0].length();
            var isSame = comparable == expected.length()
                    ? message.equals(expected)
                    : message.startsWith(expected.substring(0, comparable).strip());
            return isSame ? row.field(row.fields().size() - 1) : "refused with " + message;
        }
    }

    private static JsonObject object(Row row, int index) {
        return (JsonObject) row.json(index);
    }

    private static PatchSchema schema(Row row) {
        var kind = row.field(1).split("/");
        return PatchSchema.ofKind(kind[0], kind[1], kind[2]).orElseThrow();
    }

    private static Json strategicResult(Row row) {
        return StrategicPatch.apply(object(row, 2), object(row, 3), schema(row));
    }

    @Test
    void strategic_merge_patches_give_what_go_gives() {
        GO.matches("strategic", 500, lastCell(PatchTest::strategicResult));
    }

    @Test
    void strategic_merge_patches_are_refused_as_go_refuses_them() {
        GO.matches("strategicerror", 40, lastCellIsRefusal(PatchTest::strategicResult));
    }

    @Test
    void strategic_diffs_are_what_go_makes() {
        GO.matches("diff", 300, lastCell(row -> StrategicPatch.diff(object(row, 2), object(row, 3), schema(row))));
    }

    @Test
    void a_strategic_diff_leads_from_one_object_to_the_other() {
        for (var row : GO.rows()) {
            if (row.kind().equals("diff")) {
                var original = object(row, 2);
                var modified = object(row, 3);
                var patch = StrategicPatch.diff(original, modified, schema(row));
                assertThat(comparable(StrategicPatch.apply(original, patch, schema(row))))
                        .as("line %s", row.line())
                        .isEqualTo(comparable(modified));
            }
        }
    }

    /// Without nulls, which a patch cannot set, and without the order of plain values, which
    /// upstream's diff loses when the new order is the alphabetical one.
    private static Json comparable(Json value) {
        return switch (Directives.withoutNulls(value)) {
            case JsonObject object -> {
                var members = JsonObject.builder();
                object.forEach((name, member) -> members.put(name, comparable(member)));
                yield members.build();
            }
            case JsonArray(var items) ->
                new JsonArray(items.stream()
                        .map(PatchTest::comparable)
                        .sorted(Comparator.comparing(item -> item instanceof JsonText(var text) ? text : ""))
                        .toList());
            case Json other -> other;
        };
    }

    @Test
    void merge_patches_give_what_go_gives() {
        GO.matches("merge", 200, lastCell(row -> MergePatch.apply(row.json(1), row.json(2))));
    }

    @Test
    void merge_diffs_are_what_go_makes() {
        GO.matches("mergediff", 200, lastCell(row -> MergePatch.diff(object(row, 1), object(row, 2))));
    }

    @Test
    void json_patches_give_what_go_gives() {
        GO.matches("json", 300, lastCell(row -> JsonPatch.apply(row.json(1), row.json(2))));
    }

    @Test
    void json_patches_are_refused_as_go_refuses_them() {
        GO.matches("jsonerror", 300, lastCellIsRefusal(row -> JsonPatch.apply(row.json(1), row.json(2))));
    }

    @Test
    void a_json_patch_has_limits() {
        var operation = Json.parse("{\"op\":\"add\",\"path\":\"/a\",\"value\":1}");
        var tooMany = new JsonArray(Collections.nCopies(JsonPatch.MOST_OPERATIONS + 1, operation));
        assertThatThrownBy(() -> JsonPatch.apply(JsonObject.EMPTY, tooMany))
                .hasMessage("The allowed maximum operations in a JSON patch is 10000, got 10001");
        var document = Json.object("a", Json.of("x".repeat(1 << 20)));
        var copy = Json.parse("{\"op\":\"copy\",\"from\":\"/a\",\"path\":\"/b\"}");
        assertThatThrownBy(() -> JsonPatch.apply(document, new JsonArray(Collections.nCopies(3, copy))))
                .hasMessage("Unable to complete the copy, the accumulated size increase of copy is"
                        + " 3145734, exceeding the limit 3145728");
    }

    @Test
    void objects_are_patched_as_their_types_say() {
        var before = Pod.builder()
                .metadata(metadata -> metadata.name("web").putLabels("app", "web"))
                .spec(spec -> spec.addContainers(one -> one.name("main").image("a"))
                        .addContainers(one -> one.name("side").image("b")))
                .build();
        var after = before.withSpec(spec -> spec.containers(List.of(
                before.spec().containers().getFirst(),
                before.spec().containers().getLast().withImage("c"))));
        var schema = PatchSchema.ofKind("", "v1", "Pod").orElseThrow();
        var old = json(before);
        var patch = StrategicPatch.diff(old, json(after), schema);
        assertThat(patch.sorted())
                .hasToString("{\"spec\":{\"$setElementOrder/containers\":[{\"name\":\"main\"},"
                        + "{\"name\":\"side\"}],\"containers\":[{\"image\":\"c\","
                        + "\"name\":\"side\"}]}}");
        assertThat(StrategicPatch.apply(old, patch, schema)).isEqualTo(json(after));
        assertThat(MergePatch.apply(old, MergePatch.diff(old, json(after)))).isEqualTo(json(after));
        var replace = Json.parse("[{\"op\":\"replace\",\"path\":\"/spec/containers/1/image\",\"value\":\"c\"}]");
        assertThat(JsonPatch.apply(old, replace)).isEqualTo(json(after));
        assertThat(StrategicPatch.diff(old, old, schema)).isEqualTo(JsonObject.EMPTY);
    }

    private static JsonObject json(Pod pod) {
        return (JsonObject) Json.parse(Pod.PODS.encodeJson(pod));
    }

    @Test
    void unknown_kinds_have_no_schema() {
        assertThat(PatchSchema.ofKind("example.com", "v1", "Widget")).isEmpty();
        assertThat(PatchSchema.ofType("k8s.io/api/core/v1.PodSpec")).isPresent();
    }
}
