package dev.kcm.base.log;

import dev.kcm.base.GoDuration;
import dev.kcm.base.GoText;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// How values look in log lines: the same rules for both formats wherever the formats allow.
final class LogValues {
    private LogValues() {}

    /// What a value is written as: null, a Boolean, a Number, a String, a Map or an Iterable.
    static @Nullable Object plain(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case Optional<?> optional -> plain(optional.orElse(null));
            case Boolean bool -> bool;
            case Number number -> number;
            case Duration duration -> GoDuration.print(duration);
            case Throwable failure -> describe(failure);
            case Map<?, ?> map -> map;
            case Iterable<?> items when !(items instanceof java.nio.file.Path) -> items;
            case Object[] items -> Arrays.asList(items);
            default -> value.toString();
        };
    }

    /// The message of a failure and of its causes. Failures of the JDK say little without their
    /// type, so it is put in front.
    static String describe(Throwable failure) {
        var text = new StringBuilder();
        for (var at = failure; at != null; at = at.getCause()) {
            String message = describeOne(at);
            if (text.isEmpty()) {
                text.append(message);
            } else if (at.getMessage() == null || text.indexOf(at.getMessage()) < 0) {
                text.append(": ").append(message);
            }
        }
        return text.toString();
    }

    /// Whether a failure points to a mistake in the program and is worth a stack trace.
    static boolean isMistake(Throwable failure) {
        return failure instanceof Error
                || failure instanceof NullPointerException
                || failure instanceof ClassCastException
                || failure instanceof IndexOutOfBoundsException
                || failure instanceof IllegalStateException
                || failure instanceof IllegalArgumentException
                || failure instanceof ArithmeticException
                || failure instanceof UnsupportedOperationException;
    }

    static void appendJson(StringBuilder out, @Nullable Object value) {
        Object fields = value instanceof LogFields parts ? parts.logFields() : plain(value);
        switch (fields) {
            case null -> out.append("null");
            case Boolean bool -> out.append(bool);
            case Double number -> appendNumber(out, number);
            case Float number when Float.isFinite(number) -> out.append(GoText.jsonNumber(number));
            case Float number -> appendNumber(out, number);
            case Number number -> out.append(number);
            case Map<?, ?> map when value instanceof LogFields -> appendObject(out, map);
            case Map<?, ?> map -> appendObject(out, sorted(map));
            case Iterable<?> items -> appendArray(out, items);
            default -> appendJsonString(out, fields.toString());
        }
    }

    static void appendJsonString(StringBuilder out, String text) {
        out.append('"');
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c < ' ') {
                        out.append("\\u%04x".formatted((int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }

    private static String describeOne(Throwable failure) {
        String type = failure.getClass().getSimpleName();
        String message = failure.getMessage();
        if (message == null || message.isBlank()) {
            return type;
        }
        return failure.getClass().getName().startsWith("java.") ? type + ": " + message : message;
    }

    private static void appendNumber(StringBuilder out, double number) {
        if (Double.isFinite(number)) {
            out.append(GoText.jsonNumber(number));
        } else {
            appendJsonString(out, GoText.number(number));
        }
    }

    private static void appendObject(StringBuilder out, Map<?, ?> map) {
        String separator = "{";
        for (var entry : map.entrySet()) {
            out.append(separator);
            appendJsonString(out, String.valueOf(entry.getKey()));
            out.append(':');
            appendJson(out, entry.getValue());
            separator = ",";
        }
        out.append(map.isEmpty() ? "{}" : "}");
    }

    /// By key, since a map's own order may differ from run to run.
    private static Map<String, @Nullable Object> sorted(Map<?, ?> map) {
        var sorted = new TreeMap<String, @Nullable Object>();
        map.forEach((key, value) -> sorted.put(String.valueOf(key), value));
        return sorted;
    }

    private static void appendArray(StringBuilder out, Iterable<?> items) {
        out.append('[');
        String separator = "";
        for (var item : items) {
            out.append(separator);
            appendJson(out, item);
            separator = ",";
        }
        out.append(']');
    }
}
