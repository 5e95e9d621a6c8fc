package dev.kcm.manager.pages;

import dev.kcm.base.GoText;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/// Writes maps, lists and plain values as Go's encoder does: no spaces, keys in the order given,
/// `<`, `>` and `&` escaped.
public final class JsonText {
    private JsonText() {}

    public static String of(@Nullable Object value) {
        return switch (value) {
            case null -> "null";
            case Map<?, ?> fields -> object(fields);
            case List<?> items -> array(items);
            case Boolean bool -> bool.toString();
            case Float number -> GoText.jsonNumber(number);
            case Double number -> GoText.jsonNumber(number);
            case Number number -> number.toString();
            default -> string(value.toString());
        };
    }

    private static String object(Map<?, ?> fields) {
        var text = new StringJoiner(",", "{", "}");
        fields.forEach((key, value) -> text.add(string(String.valueOf(key)) + ":" + of(value)));
        return text.toString();
    }

    private static String array(List<?> items) {
        var text = new StringJoiner(",", "[", "]");
        items.forEach(item -> text.add(of(item)));
        return text.toString();
    }

    private static String string(String text) {
        var out = new StringBuilder("\"");
        text.chars().forEach(c -> {
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                case '\b' -> out.append("\\b");
                case '\f' -> out.append("\\f");
                case '<', '>', '&', 0x2028, 0x2029 -> out.append("\\u%04x".formatted(c));
                default -> {
                    if (c < ' ') {
                        out.append("\\u%04x".formatted(c));
                    } else {
                        out.append((char) c);
                    }
                }
            }
        });
        return out.append('"').toString();
    }
}
