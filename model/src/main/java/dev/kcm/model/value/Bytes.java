package dev.kcm.model.value;

import dev.kcm.model.json.JsonReader;
import dev.kcm.model.json.JsonWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/// An immutable string of bytes, such as a secret's value; base64 in JSON.
public final class Bytes {
    public static final Bytes EMPTY = new Bytes(new byte[0]);

    private final byte[] content;

    private Bytes(byte[] content) {
        this.content = content;
    }

    public static Bytes copyOf(byte[] content) {
        return wrap(content.clone());
    }

    public static Bytes utf8(String text) {
        return wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    /// Takes the array over without a copy: the caller must never change it again.
    public static Bytes wrap(byte[] content) {
        return content.length == 0 ? EMPTY : new Bytes(content);
    }

    public static Bytes decode(JsonReader in) {
        return wrap(in.base64());
    }

    public void encode(JsonWriter out) {
        out.base64(content);
    }

    public int length() {
        return content.length;
    }

    public boolean isEmpty() {
        return content.length == 0;
    }

    public byte at(int index) {
        return content[index];
    }

    public byte[] toByteArray() {
        return content.clone();
    }

    /// The bytes, read-only and without a copy.
    public ByteBuffer buffer() {
        return ByteBuffer.wrap(content).asReadOnlyBuffer();
    }

    /// The bytes as text; what is not UTF-8 becomes U+FFFD.
    public String utf8() {
        return new String(content, StandardCharsets.UTF_8);
    }

    public String base64() {
        return Base64.getEncoder().encodeToString(content);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof Bytes that && Arrays.equals(content, that.content));
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(content);
    }

    /// Says how many there are and not what they are: bytes are often secret.
    @Override
    public String toString() {
        return content.length + " bytes";
    }
}
