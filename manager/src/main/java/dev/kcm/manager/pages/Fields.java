package dev.kcm.manager.pages;

import dev.kcm.base.GoDuration;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// JSON objects from names and plain Java values.
public final class Fields {
    private Fields() {}

    /// Names and values in turn; durations become text as Go prints them.
    public static JsonObject of(@Nullable Object... namesAndValues) {
        var fields = JsonObject.builder();
        for (int at = 0; at < namesAndValues.length; at += 2) {
            fields.put(String.valueOf(namesAndValues[at]), json(namesAndValues[at + 1]));
        }
        return fields.build();
    }

    private static Json json(@Nullable Object value) {
        return switch (value) {
            case null -> Json.NULL;
            case Json json -> json;
            case Map<?, ?> fields -> object(fields);
            case List<?> items -> Json.array(items.stream().map(Fields::json).toList());
            case Boolean bool -> Json.of(bool);
            case Float number -> Json.of(Double.parseDouble(number.toString())); // no digits a float does not have
            case Double number -> Json.of(number);
            case Number number -> Json.of(number.longValue());
            case Duration duration -> Json.of(GoDuration.print(duration));
            default -> Json.of(value.toString());
        };
    }

    private static Json object(Map<?, ?> values) {
        var fields = JsonObject.builder();
        values.forEach((name, value) -> fields.put(String.valueOf(name), json(value)));
        return fields.build();
    }
}
