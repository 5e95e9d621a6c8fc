package dev.kcm.client.config;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Writes what was read from YAML as JSON.
final class JsonText {
    private JsonText() {}

    static String of(@Nullable Object value) {
        return append(new StringBuilder(), value).toString();
    }

    private static StringBuilder append(StringBuilder json, @Nullable Object value) {
        return switch (value) {
            case null -> json.append("null");
            case Map<?, ?> map -> appendObject(json, map);
            case List<?> list -> appendArray(json, list);
            case Number _, Boolean _ -> json.append(value);
            default -> quote(json, value.toString());
        };
    }

    private static StringBuilder appendObject(StringBuilder json, Map<?, ?> map) {
        json.append('{');
        var separator = "";
        for (var entry : map.entrySet()) {
            quote(json.append(separator), String.valueOf(entry.getKey())).append(':');
            append(json, entry.getValue());
            separator = ",";
        }
        return json.append('}');
    }

    private static StringBuilder appendArray(StringBuilder json, List<?> list) {
        json.append('[');
        var separator = "";
        for (var item : list) {
            append(json.append(separator), item);
            separator = ",";
        }
        return json.append(']');
    }

    static StringBuilder quote(StringBuilder json, String text) {
        json.append('"');
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < ' ') {
                json.append("\\u%04x".formatted((int) c));
            } else {
                json.append(c);
            }
        }
        return json.append('"');
    }
}
