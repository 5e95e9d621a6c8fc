package dev.kcm.model.gotype;

import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonArray;
import dev.kcm.model.json.JsonBoolean;
import dev.kcm.model.json.JsonNull;
import dev.kcm.model.json.JsonNumber;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.json.JsonReader;
import dev.kcm.model.json.JsonText;

/// What Go calls JSON values and what it makes of them.
final class JsonKinds {
    private JsonKinds() {}

    /// The kind of a value in a document.
    static String kind(Json value) {
        return switch (value) {
            case JsonObject _ -> "object";
            case JsonArray _ -> "array";
            case JsonText _ -> "string";
            case JsonNumber _ -> "number";
            case JsonBoolean _ -> "bool";
            case JsonNull _ -> "null";
        };
    }

    /// The same of the value a reader stands on.
    static String kind(JsonReader.Kind kind) {
        return switch (kind) {
            case OBJECT -> "object";
            case ARRAY -> "array";
            case STRING -> "string";
            case NUMBER -> "number";
            case BOOLEAN -> "bool";
            case NULL -> "null";
        };
    }

    /// The kind of Go value it becomes where there is no type to fit.
    static String goKind(Json value) {
        return switch (value) {
            case JsonObject _ -> "map";
            case JsonArray _ -> "slice";
            case JsonText _ -> "string";
            case JsonNumber.Whole _ -> "int64";
            case JsonNumber.Real _ -> "float64";
            case JsonBoolean _ -> "bool";
            case JsonNull _ -> "invalid";
        };
    }
}
