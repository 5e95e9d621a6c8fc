package dev.kcm.model.ownership;

import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonArray;
import dev.kcm.model.json.JsonBoolean;
import dev.kcm.model.json.JsonNull;
import dev.kcm.model.json.JsonNumber;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.json.JsonText;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What a schema says about the values of a field: how they look and how two of them merge. Most types have one form;
/// those of which the schema says nothing have all three.
public record FieldType(Optional<Scalar> scalar, Optional<ListType> list, Optional<MapType> map) {
    /// What a scalar may be. Null always goes.
    public enum Scalar {
        STRING,
        NUMERIC,
        BOOLEAN,
        ANY
    }

    /// The forms of values, in the order in which one is taken for a value that does not show its own.
    enum Form {
        MAP,
        SCALAR,
        LIST
    }

    /// A list is one value (atomic), a set of scalars (no keys), or a map of items by their keys.
    public record ListType(boolean isAtomic, List<String> keys, Supplier<FieldType> elements) {
        FieldType element() {
            return elements.get();
        }
    }

    /// A member that the schema names.
    ///
    /// @param defaultValue taken for a key that an item of a list lacks
    public record Field(FieldType type, Optional<Json> defaultValue) {}

    /// An object or a map: the members that the schema names, and the type of others, if there may be any.
    public record MapType(boolean isAtomic, Supplier<Map<String, Field>> fields, Supplier<Optional<FieldType>> others) {
        Optional<Field> field(String name) {
            return Optional.ofNullable(fields.get().get(name));
        }

        Optional<FieldType> member(String name) {
            return field(name).map(Field::type).or(others);
        }

        /// Whether nothing is known of the members but that there may be some.
        boolean isDeduced() {
            return fields.get().isEmpty()
                    && others.get()
                            .filter(it -> it.scalar.equals(Optional.of(Scalar.ANY)))
                            .isPresent();
        }
    }

    /// Anything, as one value.
    public static final FieldType ATOMIC = anything(true);

    /// Anything: objects member by member, lists as one value.
    public static final FieldType DEDUCED = anything(false);

    private static FieldType anything(boolean isAtomic) {
        Supplier<FieldType> below = () -> isAtomic ? FieldType.ATOMIC : FieldType.DEDUCED;
        return new FieldType(
                Optional.of(Scalar.ANY),
                Optional.of(new ListType(true, List.of(), () -> FieldType.ATOMIC)),
                Optional.of(new MapType(isAtomic, Map::of, () -> Optional.of(below.get()))));
    }

    static FieldType of(Scalar scalar) {
        return new FieldType(Optional.of(scalar), Optional.empty(), Optional.empty());
    }

    static FieldType of(ListType list) {
        return new FieldType(Optional.empty(), Optional.of(list), Optional.empty());
    }

    static FieldType of(MapType map) {
        return new FieldType(Optional.empty(), Optional.empty(), Optional.of(map));
    }

    /// The form by which a value is handled: its own where the type has that, else the type's.
    Form form(@Nullable Json value) {
        var own = switch (value) {
            case null -> null;
            case JsonText _, JsonNumber _, JsonBoolean _ -> scalar.isPresent() ? Form.SCALAR : null;
            case JsonArray _ -> list.isPresent() ? Form.LIST : null;
            case JsonObject _ -> map.isPresent() ? Form.MAP : null;
            case JsonNull _ -> null;
        };
        if (own != null) {
            return own;
        }
        if (map.isPresent()) {
            return Form.MAP;
        }
        return scalar.isPresent() ? Form.SCALAR : Form.LIST;
    }

    /// The type of what an element leads to.
    Optional<FieldType> at(PathElement element) {
        return switch (element) {
            case PathElement.Field(var name) -> map.flatMap(it -> it.member(name));
            case PathElement.Key _ -> list.map(ListType::element);
            case PathElement.Value _, PathElement.Index _ -> Optional.empty();
        };
    }

    static JsonObject members(@Nullable Json value) {
        return value instanceof JsonObject object ? object : JsonObject.EMPTY;
    }

    static List<Json> items(@Nullable Json value) {
        return value instanceof JsonArray(var items) ? items : List.of();
    }
}
