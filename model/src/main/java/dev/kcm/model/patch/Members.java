package dev.kcm.model.patch;

import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;

/// The members of an object while it is being changed, in their order. Belongs to one method call.
final class Members {
    private final Map<String, Json> values;

    private Members(Map<String, Json> values) {
        this.values = values;
    }

    static Members of(JsonObject object) {
        return new Members(new LinkedHashMap<>(object.asMap()));
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

    /// The member, or `null` in JSON's sense if there is none.
    Json get(String name) {
        return values.getOrDefault(name, Json.NULL);
    }

    void put(String name, Json value) {
        values.put(name, value);
    }

    void remove(String name) {
        values.remove(name);
    }

    Map<String, Json> asMap() {
        return values;
    }

    JsonObject toJson() {
        return JsonObject.of(values);
    }
}
