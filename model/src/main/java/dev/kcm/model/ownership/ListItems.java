package dev.kcm.model.ownership;

import dev.kcm.base.GoText;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonArray;
import dev.kcm.model.json.JsonBoolean;
import dev.kcm.model.json.JsonNull;
import dev.kcm.model.json.JsonNumber;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.json.JsonText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Tells the items of sets and keyed lists apart.
final class ListItems {
    private ListItems() {}

    /// What identifies an item of a list that is not atomic.
    ///
    /// @throws SchemaMismatchException if nothing does, in upstream's words
    static PathElement element(FieldType.ListType list, Json item) {
        return list.keys().isEmpty() ? new PathElement.Value(scalar(item)) : key(list, item);
    }

    private static Json scalar(Json item) {
        return switch (item) {
            case JsonText _, JsonNumber _, JsonBoolean _ -> item;
            case JsonObject _ ->
                throw new SchemaMismatchException("associative list without keys has an element that's a map type");
            case JsonArray _ ->
                throw new SchemaMismatchException("not supported: associative list with lists as elements");
            case JsonNull _ ->
                throw new SchemaMismatchException(
                        "associative list without keys has an element that's an explicit null");
        };
    }

    private static PathElement key(FieldType.ListType list, Json item) {
        if (!(item instanceof JsonObject members)) {
            throw new SchemaMismatchException(
                    item.isNull()
                            ? "associative list with keys may not have a null element"
                            : "associative list with keys may not have non-map elements");
        }
        var fields = JsonObject.builder();
        for (var name : list.keys()) {
            members.get(name)
                    .or(() ->
                            list.element().map().flatMap(map -> map.field(name)).flatMap(FieldType.Field::defaultValue))
                    .ifPresent(value -> fields.put(name, value));
        }
        var key = fields.build();
        if (key.isEmpty()) {
            throw new SchemaMismatchException(
                    "associative list with keys has an element that omits all key fields %s (and doesn't have default values for any key fields)"
                            .formatted(list.keys().stream()
                                    .map(GoText::quote)
                                    .collect(Collectors.joining(" ", "[", "]"))));
        }
        return new PathElement.Key(key);
    }

    /// The items by what identifies them, in their order; several where some are alike.
    static Map<PathElement, List<Json>> byElement(FieldType.ListType list, List<Json> items) {
        var found = new LinkedHashMap<PathElement, List<Json>>();
        for (var item : items) {
            found.computeIfAbsent(element(list, item), _ -> new ArrayList<>(1)).add(item);
        }
        return found;
    }
}
