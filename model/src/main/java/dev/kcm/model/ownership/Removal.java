package dev.kcm.model.ownership;

import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonArray;
import dev.kcm.model.json.JsonObject;
import java.util.ArrayList;

/// Takes fields out of an object. What is left without anything in it becomes null.
final class Removal {
    private Removal() {}

    static Json of(Json value, FieldSet fields, FieldType type) {
        return switch (type.form(value)) {
            case SCALAR -> value;
            case MAP -> {
                var map = type.map().orElseThrow();
                yield map.isAtomic() || !(value instanceof JsonObject members)
                        ? Json.NULL
                        : members(members, fields, map);
            }
            case LIST -> {
                var list = type.list().orElseThrow();
                yield list.isAtomic() || !(value instanceof JsonArray items) ? Json.NULL : items(items, fields, list);
            }
        };
    }

    private static Json members(JsonObject members, FieldSet fields, FieldType.MapType type) {
        var left = JsonObject.builder();
        members.forEach((name, value) -> {
            var entry = fields.at(new PathElement.Field(name));
            if (!entry.isMember()) {
                left.put(
                        name,
                        entry.below().isEmpty()
                                ? value
                                : of(value, entry.below(), type.member(name).orElse(FieldType.DEDUCED)));
            }
        });
        var result = left.build();
        return result.isEmpty() ? Json.NULL : result;
    }

    private static Json items(JsonArray items, FieldSet fields, FieldType.ListType type) {
        var left = new ArrayList<Json>();
        for (var item : items) {
            var entry = fields.at(ListItems.element(type, item));
            if (!entry.isMember()) {
                left.add(entry.below().isEmpty() ? item : of(item, entry.below(), type.element()));
            }
        }
        return left.isEmpty() ? Json.NULL : Json.array(left);
    }
}
