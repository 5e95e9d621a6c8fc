package dev.kcm.model.value;

import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonException;
import dev.kcm.model.json.JsonReader;
import dev.kcm.model.json.JsonWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A JSON value kept as the bytes it came in, for fields whose shape the API does not know. Nothing
/// is parsed until [#tree()] is asked for.
///
/// Equality is by bytes, as upstream's: two spellings of one value differ.
public final class RawJson {
    /// No value at all; written as `null`.
    public static final RawJson EMPTY = new RawJson(new byte[0]);

    private final byte[] json;

    private RawJson(byte[] json) {
        this.json = json;
    }

    public static RawJson of(String json) {
        return wrap(json.getBytes(StandardCharsets.UTF_8));
    }

    public static RawJson of(Json tree) {
        return wrap(tree.toBytes());
    }

    public static RawJson copyOf(byte[] json) {
        return wrap(json.clone());
    }

    /// Takes the array over without a copy: the caller must never change it again.
    public static RawJson wrap(byte[] json) {
        return json.length == 0 ? EMPTY : new RawJson(json);
    }

    public static RawJson decode(JsonReader in) {
        return in.isNull() ? EMPTY : wrap(in.raw());
    }

    public void encode(JsonWriter out) {
        if (isEmpty()) {
            out.nullValue();
        } else {
            out.raw(json);
        }
    }

    public boolean isEmpty() {
        return json.length == 0;
    }

    /// Whether the bytes are one JSON value, or none at all.
    public boolean isValid() {
        if (isEmpty()) {
            return true;
        }
        try {
            JsonReader in = JsonReader.of(json);
            in.skip();
            in.expectEnd();
            return true;
        } catch (JsonException _) {
            return false;
        }
    }

    public int length() {
        return json.length;
    }

    public byte[] toByteArray() {
        return json.clone();
    }

    /// The bytes, read-only and without a copy.
    public ByteBuffer buffer() {
        return ByteBuffer.wrap(json).asReadOnlyBuffer();
    }

    /// The value as a tree, parsed anew each time; `null` if there is none.
    public Json tree() {
        return isEmpty() ? Json.NULL : Json.parse(json);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof RawJson that && Arrays.equals(json, that.json));
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(json);
    }

    @Override
    public String toString() {
        return isEmpty() ? "null" : new String(json, StandardCharsets.UTF_8);
    }
}
