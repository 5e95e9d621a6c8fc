package dev.kcm.model.ownership;

import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonBoolean;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.json.JsonText;
import dev.kcm.model.ownership.FieldType.Field;
import dev.kcm.model.ownership.FieldType.ListType;
import dev.kcm.model.ownership.FieldType.MapType;
import dev.kcm.model.ownership.FieldType.Scalar;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Types of custom resources, from the OpenAPI schema of their version.
public final class StructuralTypes {
    private static final Set<String> GRANULAR_STRINGS = Set.of("", "byte");

    private StructuralTypes() {}

    /// The type of objects with a structural schema. Of `metadata` only the schema of built-in objects counts, as for
    /// upstream.
    public static FieldType of(JsonObject schema) {
        var declared = type(schema, false);
        var metadata = BuiltInTypes.of("v1", "ConfigMap")
                .flatMap(FieldType::map)
                .flatMap(map -> map.field("metadata"))
                .orElseThrow();
        var text = new Field(FieldType.of(Scalar.STRING), Optional.empty());
        var map = declared.map().orElseThrow();
        var fields = new HashMap<>(map.fields().get());
        fields.put("metadata", metadata);
        fields.put("apiVersion", text);
        fields.put("kind", text);
        return FieldType.of(new MapType(map.isAtomic(), () -> fields, map.others()));
    }

    private static FieldType type(JsonObject schema, boolean isOpenAbove) {
        var isOpen = isOpenAbove
                || schema.booleanAt("x-kubernetes-preserve-unknown-fields").orElse(false);
        return switch (schema.textAt("type").orElse("")) {
            case "object" -> FieldType.of(map(schema, isOpen));
            case "array" -> FieldType.of(list(schema, isOpen));
            case "integer", "number" -> FieldType.of(Scalar.NUMERIC);
            case "boolean" -> FieldType.of(Scalar.BOOLEAN);
            case "string" ->
                FieldType.of(
                        GRANULAR_STRINGS.contains(schema.textAt("format").orElse("")) ? Scalar.STRING : Scalar.ANY);
            default ->
                new FieldType(
                        Optional.of(Scalar.ANY), Optional.of(list(schema, isOpen)), Optional.of(map(schema, isOpen)));
        };
    }

    private static MapType map(JsonObject schema, boolean isOpen) {
        var fields = new HashMap<String, Field>();
        schema.objectAt("properties").forEach((name, property) -> {
            var members = (JsonObject) property;
            fields.put(name, new Field(type(members, isOpen), members.get("default")));
        });
        var others = others(schema, isOpen, fields.isEmpty());
        var isAtomic = schema.textAt("x-kubernetes-map-type").orElse("").equals("atomic");
        return new MapType(isAtomic, () -> Map.copyOf(fields), () -> others);
    }

    private static Optional<FieldType> others(JsonObject schema, boolean isOpen, boolean isBare) {
        return switch (schema.get("additionalProperties").orElse(Json.NULL)) {
            case JsonObject values -> Optional.of(type(values, isOpen));
            case JsonBoolean allowed -> allowed.value() ? Optional.of(FieldType.DEDUCED) : Optional.empty();
            default -> isOpen || isBare ? Optional.of(FieldType.DEDUCED) : Optional.empty();
        };
    }

    private static ListType list(JsonObject schema, boolean isOpen) {
        var items = schema.get("items").orElse(Json.NULL) instanceof JsonObject members
                ? type(members, isOpen)
                : FieldType.ATOMIC;
        return switch (schema.textAt("x-kubernetes-list-type").orElse("atomic")) {
            case "set" -> new ListType(false, List.of(), () -> items);
            case "map" -> new ListType(false, keys(schema), () -> items);
            default -> new ListType(true, List.of(), () -> items);
        };
    }

    private static List<String> keys(JsonObject schema) {
        return schema.itemsAt("x-kubernetes-list-map-keys").stream()
                .map(key -> ((JsonText) key).value())
                .toList();
    }
}
