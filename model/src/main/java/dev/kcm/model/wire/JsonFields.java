package dev.kcm.model.wire;

import dev.kcm.base.GoDuration;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonWriter;
import dev.kcm.model.value.Bytes;
import dev.kcm.model.value.IntOrString;
import dev.kcm.model.value.Quantity;
import dev.kcm.model.value.RawJson;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Writes one field of an object by Go's rules. `omitted` says the field has `omitempty`: then what
/// Go calls empty is left out; without it a nil is written as `null`.
public final class JsonFields {
    private JsonFields() {}

    public static void string(JsonWriter out, String name, String value, boolean omitted) {
        if (!omitted || !value.isEmpty()) {
            out.name(name).string(value);
        }
    }

    public static void int64(JsonWriter out, String name, long value, boolean omitted) {
        if (!omitted || value != 0) {
            out.name(name).number(value);
        }
    }

    public static void bool(JsonWriter out, String name, boolean value, boolean omitted) {
        if (!omitted || value) {
            out.name(name).bool(value);
        }
    }

    /// A pointer, or a struct (which no flag but `omitzero` leaves out).
    public static void value(JsonWriter out, String name, @Nullable Object value, boolean omitted) {
        if (value != null) {
            write(out.name(name), value);
        } else if (!omitted) {
            out.name(name).nullValue();
        }
    }

    public static void bytes(JsonWriter out, String name, @Nullable Bytes value, boolean omitted) {
        if (!omitted) {
            value(out, name, value, false);
        } else if (value != null && !value.isEmpty()) {
            value.encode(out.name(name));
        }
    }

    public static void list(JsonWriter out, String name, List<?> values, boolean omitted) {
        if (!omitted || !values.isEmpty()) {
            elements(out.name(name), values);
        }
    }

    public static void map(JsonWriter out, String name, Map<String, ?> map, boolean omitted) {
        if (omitted && map.isEmpty()) {
            return;
        }
        out.name(name);
        if (Maps.isNil(map)) {
            out.nullValue();
            return;
        }
        Object[] entries = ((TextMap<?>) map).entries();
        out.beginObject();
        for (int at = 0; at < entries.length; at += 2) {
            write(out.name((String) entries[at]), entries[at + 1]);
        }
        out.endObject();
    }

    /// A Time, `null` when absent.
    public static void seconds(JsonWriter out, String name, long seconds, boolean omitted) {
        if (seconds != Times.ABSENT) {
            out.name(name).string(Times.formatSeconds(seconds));
        } else if (!omitted) {
            out.name(name).nullValue();
        }
    }

    public static void micros(JsonWriter out, String name, long micros, boolean omitted) {
        if (micros != Times.ABSENT) {
            out.name(name).string(Times.formatMicros(micros));
        } else if (!omitted) {
            out.name(name).nullValue();
        }
    }

    public static void duration(JsonWriter out, String name, @Nullable Long nanos, boolean omitted) {
        if (nanos != null) {
            out.name(name).string(GoDuration.print(nanos));
        } else if (!omitted) {
            out.name(name).nullValue();
        }
    }

    /// A list as a value of its own.
    public static void elements(JsonWriter out, List<?> values) {
        if (Lists.isNil(values)) {
            out.nullValue();
            return;
        }
        out.beginArray();
        for (int at = 0; at < values.size(); at++) {
            write(out, values.get(at));
        }
        out.endArray();
    }

    private static void instant(JsonWriter out, long seconds) {
        if (seconds == Times.ABSENT) {
            out.nullValue();
        } else {
            out.string(Times.formatSeconds(seconds));
        }
    }

    private static void write(JsonWriter out, Object value) {
        switch (value) {
            case Message message -> message.encode(out);
            case String text -> out.string(text);
            case Integer number -> out.number(number.intValue());
            case Long number -> out.number(number.longValue());
            case Boolean flag -> out.bool(flag);
            case Double number -> out.number(number.doubleValue());
            case Quantity quantity -> quantity.encode(out);
            case IntOrString either -> either.encode(out);
            case RawJson json -> json.encode(out);
            case Bytes bytes -> bytes.encode(out);
            case List<?> list -> elements(out, list);
            case Instant time -> instant(out, Times.seconds(time));
            case Json json -> json.encode(out);
            default -> throw new IllegalStateException("no field holds a " + value.getClass());
        }
    }
}
