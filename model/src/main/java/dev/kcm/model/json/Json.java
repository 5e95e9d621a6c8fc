package dev.kcm.model.json;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// An immutable JSON value: what custom resources, patches and anything without a type of its own
/// are made of.
///
/// Numbers are what Go's decoder makes of them: whole numbers that fit 64 bits stay whole, all
/// others are doubles. Objects keep their members in the order they were read; [#sorted()] puts
/// them in the order Go writes maps.
public sealed interface Json permits JsonObject, JsonArray, JsonText, JsonNumber, JsonBoolean, JsonNull {

    Json NULL = JsonNull.NULL;

    /// Reads one JSON document.
    ///
    /// @throws JsonException if it is not JSON
    static Json parse(byte[] document) {
        var in = JsonReader.of(document);
        var value = JsonTrees.read(in);
        in.expectEnd();
        return value;
    }

    static Json parse(String document) {
        var in = JsonReader.of(document);
        var value = JsonTrees.read(in);
        in.expectEnd();
        return value;
    }

    /// Reads the value `in` stands on.
    static Json decode(JsonReader in) {
        return JsonTrees.read(in);
    }

    static Json of(String text) {
        return new JsonText(text);
    }

    static Json of(long number) {
        return new JsonNumber.Whole(number);
    }

    static Json of(double number) {
        return new JsonNumber.Real(number);
    }

    static Json of(boolean value) {
        return value ? JsonBoolean.TRUE : JsonBoolean.FALSE;
    }

    static JsonArray array(Json... items) {
        return new JsonArray(List.of(items));
    }

    static JsonArray array(List<Json> items) {
        return new JsonArray(items);
    }

    static JsonObject object() {
        return JsonObject.EMPTY;
    }

    static JsonObject object(String name, Json value) {
        return JsonObject.EMPTY.with(name, value);
    }

    /// What stands under these member names, one inside the other.
    default Optional<Json> at(String... path) {
        var here = this;
        for (var name : path) {
            if (!(here instanceof JsonObject object)) {
                return Optional.empty();
            }
            var next = object.memberOrNull(name);
            if (next == null) {
                return Optional.empty();
            }
            here = next;
        }
        return Optional.of(here);
    }

    /// The text at `path`; empty if there is something else or nothing.
    default Optional<String> textAt(String... path) {
        return at(path).orElse(NULL) instanceof JsonText(var text) ? Optional.of(text) : Optional.empty();
    }

    /// The whole number at `path`; empty if there is something else or nothing.
    default OptionalLong longAt(String... path) {
        return at(path).orElse(NULL) instanceof JsonNumber.Whole(var number)
                ? OptionalLong.of(number)
                : OptionalLong.empty();
    }

    /// The truth value at `path`; empty if there is something else or nothing.
    default Optional<Boolean> booleanAt(String... path) {
        return at(path).orElse(NULL) instanceof JsonBoolean flag ? Optional.of(flag.value()) : Optional.empty();
    }

    /// The items of the array at `path`; none if there is something else or nothing.
    default List<Json> itemsAt(String... path) {
        return at(path).orElse(NULL) instanceof JsonArray(var items) ? items : List.of();
    }

    /// The object at `path`; an empty one if there is something else or nothing.
    default JsonObject objectAt(String... path) {
        return at(path).orElse(NULL) instanceof JsonObject object ? object : JsonObject.EMPTY;
    }

    default boolean isNull() {
        return this == JsonNull.NULL;
    }

    /// The same value with the members of every object in it in bytewise order of their names.
    default Json sorted() {
        return JsonTrees.sorted(this);
    }

    default void encode(JsonWriter out) {
        JsonTrees.write(this, out);
    }

    /// Compact JSON in UTF-8, members in their own order.
    default byte[] toBytes() {
        var out = new JsonWriter();
        encode(out);
        return out.toBytes();
    }

    /// Compact JSON, members in their own order.
    default String toText() {
        var out = new JsonWriter();
        encode(out);
        return out.toString();
    }
}
