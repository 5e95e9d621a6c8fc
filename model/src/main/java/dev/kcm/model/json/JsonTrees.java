package dev.kcm.model.json;

import java.util.ArrayList;

/// Reads, writes and sorts whole trees.
final class JsonTrees {
    private JsonTrees() {}

    static Json read(JsonReader in) {
        return switch (in.kind()) {
            case OBJECT -> readObject(in);
            case ARRAY -> readArray(in);
            case STRING -> new JsonText(in.string());
            case NUMBER -> readNumber(in);
            case BOOLEAN -> Json.of(in.bool());
            case NULL -> Json.NULL;
        };
    }

    private static JsonObject readObject(JsonReader in) {
        in.beginObject();
        var members = JsonObject.builder();
        for (var name = in.nextName(); name != null; name = in.nextName()) {
            members.put(name, read(in));
        }
        return members.build();
    }

    private static JsonArray readArray(JsonReader in) {
        in.beginArray();
        var items = new ArrayList<Json>();
        while (in.nextElement()) {
            items.add(read(in));
        }
        return items.isEmpty() ? JsonArray.EMPTY : new JsonArray(items);
    }

    private static JsonNumber readNumber(JsonReader in) {
        if (in.isWholeNumber()) {
            var digits = in.numberText();
            try {
                return new JsonNumber.Whole(Long.parseLong(digits));
            } catch (NumberFormatException _) {
                return new JsonNumber.Real(in.float64());
            }
        }
        return new JsonNumber.Real(in.float64());
    }

    static void write(Json value, JsonWriter out) {
        switch (value) {
            case JsonObject object -> {
                out.beginObject();
                for (var i = 0; i < object.size(); i++) {
                    write(object.valueAt(i), out.name(object.nameAt(i)));
                }
                out.endObject();
            }
            case JsonArray(var items) -> {
                out.beginArray();
                for (var item : items) {
                    write(item, out);
                }
                out.endArray();
            }
            case JsonText(var text) -> out.string(text);
            case JsonNumber.Whole(var number) -> out.number(number);
            case JsonNumber.Real(var number) -> out.number(number);
            case JsonBoolean flag -> out.bool(flag.value());
            case JsonNull _ -> out.nullValue();
        }
    }

    static Json sorted(Json value) {
        return switch (value) {
            case JsonObject object -> {
                var members = JsonObject.builder();
                object.inBytewiseOrder().forEach((name, member) -> members.put(name, sorted(member)));
                yield members.build();
            }
            case JsonArray array -> array.mapped(JsonTrees::sorted);
            case JsonText _, JsonNumber _, JsonBoolean _, JsonNull _ -> value;
        };
    }
}
