package dev.kcm.model.ownership;

import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonArray;
import dev.kcm.model.json.JsonObject;

/// The fields that a value has: every leaf, atomic parts as one, items of lists and members of maps besides what is in
/// them, and what is null or empty.
final class PresentFields {
    private PresentFields() {}

    static FieldSet of(Json value, FieldType type) {
        var set = new FieldSet.Builder();
        collect(value, type, set);
        return set.build();
    }

    /// Adds what is in the value; returns whether the value is a field as a whole.
    private static boolean collect(Json value, FieldType type, FieldSet.Builder set) {
        return switch (type.form(value)) {
            case SCALAR -> true;
            case MAP -> {
                var map = type.map().orElseThrow();
                if (!map.isAtomic() && value instanceof JsonObject members) {
                    members.forEach((name, member) -> collectMember(name, member, map, set));
                }
                yield map.isAtomic();
            }
            case LIST -> {
                var list = type.list().orElseThrow();
                if (!list.isAtomic() && value instanceof JsonArray) {
                    collectItems(value, list, set);
                }
                yield list.isAtomic();
            }
        };
    }

    private static void collectMember(String name, Json member, FieldType.MapType map, FieldSet.Builder set) {
        var element = new PathElement.Field(name);
        var type = map.member(name).orElse(FieldType.DEDUCED);
        var isWhole = collect(member, type, set.below(element));
        var isHollow = member.isNull() || (member instanceof JsonObject object && object.isEmpty());
        if (isWhole || isHollow || map.field(name).isEmpty()) {
            set.add(element);
        }
    }

    /// Items that are alike are one field.
    private static void collectItems(Json value, FieldType.ListType list, FieldSet.Builder set) {
        ListItems.byElement(list, FieldType.items(value)).forEach((element, alike) -> {
            set.add(element);
            if (alike.size() == 1) {
                collect(alike.getFirst(), list.element(), set.below(element));
            }
        });
    }
}
