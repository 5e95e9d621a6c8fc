package dev.kcm.model.patch;

import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonArray;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.json.JsonReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A document while a JSON patch is carried out. An object or array that the patch goes through is taken apart once and
/// changed in place from then on: ten thousand operations on a large object must not copy it ten thousand times.
/// Belongs to one application of a patch.
sealed interface Draft {
    Draft NULL = new Value(Json.NULL);

    record Value(Json json) implements Draft {}

    record Members(Map<String, Draft> values) implements Draft {}

    record Items(List<Draft> values) implements Draft {}

    static Draft of(Json json) {
        return new Value(json);
    }

    /// The same, ready to be changed if it is an object or array.
    default Draft opened() {
        return switch (this) {
            case Value(JsonObject object) -> {
                var members = new LinkedHashMap<String, Draft>();
                object.forEach((name, value) -> members.put(name, of(value)));
                yield new Members(members);
            }
            case Value(JsonArray(var items)) -> {
                var drafts = new ArrayList<Draft>(items.size());
                items.forEach(item -> drafts.add(of(item)));
                yield new Items(drafts);
            }
            default -> this;
        };
    }

    /// The document as it stands.
    ///
    /// @throws PatchException if operations have nested it deeper than a document may be
    default Json toJson() {
        return toJson(JsonReader.DEEPEST);
    }

    private Json toJson(int levels) {
        return switch (this) {
            case Value(var json) -> {
                requireLevels(json, levels);
                yield json;
            }
            case Members(var values) -> {
                requireMore(levels);
                var members = JsonObject.builder();
                values.forEach((name, value) -> members.put(name, value.toJson(levels - 1)));
                yield members.build();
            }
            case Items(var values) -> {
                requireMore(levels);
                var items = new ArrayList<Json>(values.size());
                for (var value : values) {
                    items.add(value.toJson(levels - 1));
                }
                yield new JsonArray(items);
            }
        };
    }

    private static void requireLevels(Json json, int levels) {
        switch (json) {
            case JsonObject object -> {
                requireMore(levels);
                object.forEach((_, value) -> requireLevels(value, levels - 1));
            }
            case JsonArray(var items) -> {
                requireMore(levels);
                items.forEach(item -> requireLevels(item, levels - 1));
            }
            default -> {}
        }
    }

    private static void requireMore(int levels) {
        if (levels == 0) {
            throw PatchException.malformed("exceeded max depth");
        }
    }

    default boolean isSameAs(Json other) {
        return switch (this) {
            case Value(var json) -> json.equals(other);
            case Members(var values) -> other instanceof JsonObject object && hasSame(values, object);
            case Items(var values) -> other instanceof JsonArray(var items) && hasSame(values, items);
        };
    }

    private static boolean hasSame(Map<String, Draft> values, JsonObject object) {
        if (values.size() != object.size()) {
            return false;
        }
        for (var member : values.entrySet()) {
            var other = object.get(member.getKey());
            if (other.isEmpty() || !member.getValue().isSameAs(other.get())) {
                return false;
            }
        }
        return true;
    }

    private static boolean hasSame(List<Draft> values, List<Json> items) {
        if (values.size() != items.size()) {
            return false;
        }
        for (var i = 0; i < items.size(); i++) {
            if (!values.get(i).isSameAs(items.get(i))) {
                return false;
            }
        }
        return true;
    }
}
