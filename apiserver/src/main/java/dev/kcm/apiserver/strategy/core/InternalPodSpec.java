package dev.kcm.apiserver.strategy.core;

import dev.kcm.base.text.UnifiedDiff;
import dev.kcm.model.core.v1.NodeSelectorTerm;
import dev.kcm.model.core.v1.PodSpec;
import dev.kcm.model.json.IndentedJson;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonArray;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.json.JsonWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// A pod's spec the way upstream's server holds it and shows it in errors: Go's JSON of structs
/// without tags, in which every field has its Go name and nothing is left out.
///
/// The table has a line for each struct: its name, then its fields in order. A field is its name,
/// the kind of its value and, if it is not the name with a small first letter, where `v1` has it;
/// with a slash in front, seen from the spec. Kinds are those of [#value], or a struct of the
/// table: `*` if it may be absent, `[]` for a list of them.
final class InternalPodSpec {
    private static final String TABLE = "internal-pod-spec.tsv";
    private static final String INDENT = " ";

    private record Field(String name, String kind, String path) {
        static Field parse(String cell) {
            var words = cell.split(" ");
            var usual = Character.toLowerCase(words[0].charAt(0)) + words[0].substring(1);
            return new Field(words[0], words[1], words.length > 2 ? words[2] : usual);
        }
    }

    /// Reads the table at first use.
    private static final class Holder {
        private static final Map<String, List<Field>> STRUCTS = read();
    }

    private final JsonObject spec;

    private InternalPodSpec(JsonObject spec) {
        this.spec = spec;
    }

    /// How the two differ, as a unified diff.
    static String diff(PodSpec current, PodSpec wanted) {
        return UnifiedDiff.of(lines(current), lines(wanted));
    }

    /// Part of a spec, on one line.
    static Json shown(NodeSelectorTerm term) {
        return new InternalPodSpec(JsonObject.EMPTY).struct("NodeSelectorTerm", tree(term::encode));
    }

    static Json shown(List<NodeSelectorTerm> terms) {
        return list(terms.stream().map(InternalPodSpec::shown).toList());
    }

    private static List<String> lines(PodSpec spec) {
        var tree = tree(spec::encode);
        var struct = new InternalPodSpec(tree).struct("PodSpec", tree);
        return IndentedJson.of(struct.toText(), INDENT).lines().toList();
    }

    private static JsonObject tree(Consumer<JsonWriter> encoding) {
        var out = new JsonWriter(4096);
        encoding.accept(out);
        return (JsonObject) Json.parse(out.toBytes());
    }

    private Json struct(String name, Json source) {
        var members = JsonObject.builder();
        for (var field : fields(name)) {
            var value = at(field.path, source);
            if (field.kind.equals("embedded")) {
                value.objectAt().forEach(members::put);
            } else {
                members.put(field.name, value(field.kind, value));
            }
        }
        return members.build();
    }

    private Json at(String path, Json source) {
        var found = path.startsWith("/") ? spec.at(path.substring(1)) : source.at(path);
        return found.orElse(Json.NULL);
    }

    /// What is absent is Go's zero value.
    private Json value(String kind, Json value) {
        return switch (kind) {
            case "text" -> or(value, Json.of(""));
            case "number" -> or(value, Json.of(0));
            case "bool" -> or(value, Json.of(false));
            case "quantity" -> or(value, Json.of("0"));
            case "pointer" -> value;
            case "list" -> list(value.itemsAt());
            case "map" -> value.objectAt().isEmpty() ? Json.NULL : value;
            default -> structs(kind, value);
        };
    }

    private Json structs(String kind, Json value) {
        if (kind.startsWith("[]")) {
            var name = kind.substring(2);
            return list(value.itemsAt().stream().map(item -> struct(name, item)).toList());
        }
        if (kind.startsWith("*")) {
            return value.isNull() ? value : struct(kind.substring(1), value);
        }
        return struct(kind, value);
    }

    private static Json list(List<Json> items) {
        return items.isEmpty() ? Json.NULL : new JsonArray(items);
    }

    private static Json or(Json value, Json zero) {
        return value.isNull() ? zero : value;
    }

    private static List<Field> fields(String struct) {
        var fields = Holder.STRUCTS.get(struct);
        if (fields == null) {
            throw new IllegalStateException(TABLE + " does not describe " + struct);
        }
        return fields;
    }

    private static Map<String, List<Field>> read() {
        try (var stream = InternalPodSpec.class.getResourceAsStream(TABLE)) {
            if (stream == null) {
                throw new IllegalStateException("the jar lacks " + TABLE);
            }
            var structs = new HashMap<String, List<Field>>();
            new String(stream.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> line.split("\t"))
                    .forEach(cells -> structs.put(
                            cells[0],
                            Arrays.stream(cells).skip(1).map(Field::parse).toList()));
            return structs;
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }
}
