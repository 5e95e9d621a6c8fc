package dev.kcm.model.ownership;

import dev.kcm.base.GoText;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonArray;
import dev.kcm.model.json.JsonBoolean;
import dev.kcm.model.json.JsonNull;
import dev.kcm.model.json.JsonNumber;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.json.JsonText;

/// Equality, order and text of values where they identify fields: 1 and 1.0 are the same there.
final class JsonValues {
    private JsonValues() {}

    static boolean equal(Json left, Json right) {
        return switch (left) {
            case JsonNumber number -> right instanceof JsonNumber other && compare(number, other) == 0;
            case JsonArray(var items) -> {
                if (!(right instanceof JsonArray(var others)) || others.size() != items.size()) {
                    yield false;
                }
                for (int i = 0; i < items.size(); i++) {
                    if (!equal(items.get(i), others.get(i))) {
                        yield false;
                    }
                }
                yield true;
            }
            case JsonObject object -> right instanceof JsonObject other && equal(object, other);
            case JsonText _, JsonBoolean _, JsonNull _ -> left.equals(right);
        };
    }

    private static boolean equal(JsonObject left, JsonObject right) {
        if (left.size() != right.size()) {
            return false;
        }
        for (var name : left.names()) {
            var other = right.get(name);
            if (other.isEmpty() || !equal(left.get(name).orElseThrow(), other.get())) {
                return false;
            }
        }
        return true;
    }

    /// Numbers, texts, truth values, lists, objects, null, in this order.
    static int compare(Json left, Json right) {
        int order = Integer.compare(rank(left), rank(right));
        if (order != 0) {
            return order;
        }
        return switch (left) {
            case JsonNumber.Whole(long value)
            when right instanceof JsonNumber.Whole(long other) -> Long.compare(value, other);
            case JsonNumber number -> Double.compare(number.doubleValue(), ((JsonNumber) right).doubleValue());
            case JsonText(var text) -> JsonObject.BYTEWISE.compare(text, ((JsonText) right).value());
            case JsonBoolean flag -> Boolean.compare(flag.value(), ((JsonBoolean) right).value());
            case JsonArray _, JsonObject _, JsonNull _ ->
                JsonObject.BYTEWISE.compare(
                        left.sorted().toText(), right.sorted().toText());
        };
    }

    private static int rank(Json value) {
        return switch (value) {
            case JsonNumber _ -> 0;
            case JsonText _ -> 1;
            case JsonBoolean _ -> 2;
            case JsonArray _ -> 3;
            case JsonObject _ -> 4;
            case JsonNull _ -> 5;
        };
    }

    /// As paths show it.
    static String shown(Json value) {
        return switch (value) {
            case JsonText(var text) -> GoText.quote(text);
            case JsonNumber.Real(double number) -> GoText.number(number);
            case JsonNumber _, JsonBoolean _, JsonNull _, JsonArray _, JsonObject _ -> value.toText();
        };
    }
}
