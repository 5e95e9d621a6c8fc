package dev.kcm.model.json;

import dev.kcm.base.GoText;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/// Writes JSON into a growing byte array, byte for byte as Go's `encoding/json` does: no white
/// space, `<`, `>`, `&`, U+2028 and U+2029 escaped, unpaired surrogates as U+FFFD, floats in the
/// shortest form with Go's exponents.
///
/// Commas take care of themselves: begin, name and write values in order. The caller keeps begin
/// and end balanced. Not thread-safe.
public final class JsonWriter {
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);

    /// What Go makes of half a surrogate pair when it reads one.
    private static final char REPLACEMENT = '\uFFFD';

    /// ASCII that goes into a string as it is.
    private static final boolean[] PLAIN = new boolean[128];

    static {
        Arrays.fill(PLAIN, 0x20, 0x80, true);
        for (char special : new char[] {'"', '\\', '<', '>', '&'}) {
            PLAIN[special] = false;
        }
    }

    private byte[] buffer;
    private int length;
    private boolean commaDue;

    public JsonWriter() {
        this(512);
    }

    public JsonWriter(int expectedBytes) {
        this.buffer = new byte[Math.max(16, expectedBytes)];
    }

    public JsonWriter beginObject() {
        return open('{');
    }

    public JsonWriter endObject() {
        return close('}');
    }

    public JsonWriter beginArray() {
        return open('[');
    }

    public JsonWriter endArray() {
        return close(']');
    }

    /// The name of the next value in the current object.
    public JsonWriter name(String name) {
        string(name);
        put(':');
        commaDue = false;
        return this;
    }

    public JsonWriter string(String text) {
        comma();
        put('"');
        appendEscaped(text);
        put('"');
        return this;
    }

    public JsonWriter number(int value) {
        return number((long) value);
    }

    public JsonWriter number(long value) {
        comma();
        if (value >= 0 && value < 10) {
            put('0' + (int) value);
        } else {
            ascii(Long.toString(value));
        }
        return this;
    }

    /// As Go: plain digits between 1e-6 and 1e21, an exponent outside. NaN and infinities have no
    /// JSON.
    public JsonWriter number(double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            throw new IllegalArgumentException("JSON has no number " + value);
        }
        comma();
        ascii(GoText.jsonNumber(value));
        return this;
    }

    public JsonWriter bool(boolean value) {
        comma();
        bytes(value ? TRUE : FALSE);
        return this;
    }

    public JsonWriter nullValue() {
        comma();
        bytes(NULL);
        return this;
    }

    /// A string of base64, Go's JSON form of `[]byte`.
    public JsonWriter base64(byte[] content) {
        comma();
        put('"');
        bytes(Base64.getEncoder().encode(content));
        put('"');
        return this;
    }

    /// A value that is JSON already. White space between tokens is dropped and HTML characters are
    /// escaped, as Go does with what a `MarshalJSON` returns.
    public JsonWriter raw(byte[] json) {
        comma();
        boolean inString = false;
        for (int at = 0; at < json.length; at++) {
            int next = json[at] & 0xff;
            if (!inString && (next == ' ' || next == '\n' || next == '\r' || next == '\t')) {
                continue;
            }
            if (next == '<' || next == '>' || next == '&') {
                unicodeEscape(next);
            } else if (next == 0xE2
                    && at + 2 < json.length
                    && json[at + 1] == (byte) 0x80
                    && (json[at + 2] & ~1) == (byte) 0xA8) {
                unicodeEscape(0x2028 + (json[at + 2] & 1));
                at += 2;
            } else {
                put(next);
                if (next == '"') {
                    inString = !inString;
                } else if (inString && next == '\\' && at + 1 < json.length) {
                    put(json[++at]);
                }
            }
        }
        return this;
    }

    /// How many bytes have been written.
    public int length() {
        return length;
    }

    /// A copy of what has been written.
    public byte[] toBytes() {
        return Arrays.copyOf(buffer, length);
    }

    @Override
    public String toString() {
        return new String(buffer, 0, length, StandardCharsets.UTF_8);
    }

    private JsonWriter open(char bracket) {
        comma();
        put(bracket);
        commaDue = false;
        return this;
    }

    private JsonWriter close(char bracket) {
        put(bracket);
        commaDue = true;
        return this;
    }

    private void comma() {
        if (commaDue) {
            put(',');
        }
        commaDue = true;
    }

    private void appendEscaped(String text) {
        int count = text.length();
        ensure(count);
        for (int at = 0; at < count; at++) {
            char next = text.charAt(at);
            if (next < 0x80) {
                if (PLAIN[next]) {
                    put(next);
                } else {
                    escape(next);
                }
            } else if (next < 0x800) {
                put(0xC0 | next >> 6);
                continuation(next);
            } else if (Character.isSurrogate(next)) {
                if (Character.isHighSurrogate(next)
                        && at + 1 < count
                        && Character.isLowSurrogate(text.charAt(at + 1))) {
                    fourBytes(Character.toCodePoint(next, text.charAt(++at)));
                } else {
                    threeBytes(REPLACEMENT);
                }
            } else if (next == '\u2028' || next == '\u2029') {
                unicodeEscape(next);
            } else {
                threeBytes(next);
            }
        }
    }

    private void threeBytes(char next) {
        put(0xE0 | next >> 12);
        continuation(next >> 6);
        continuation(next);
    }

    private void fourBytes(int codePoint) {
        put(0xF0 | codePoint >> 18);
        continuation(codePoint >> 12);
        continuation(codePoint >> 6);
        continuation(codePoint);
    }

    private void continuation(int bits) {
        put(0x80 | (bits & 0x3F));
    }

    private void escape(char special) {
        switch (special) {
            case '"', '\\' -> escapeLetter(special);
            case '\b' -> escapeLetter('b');
            case '\f' -> escapeLetter('f');
            case '\n' -> escapeLetter('n');
            case '\r' -> escapeLetter('r');
            case '\t' -> escapeLetter('t');
            default -> unicodeEscape(special);
        }
    }

    private void escapeLetter(char letter) {
        put('\\');
        put(letter);
    }

    private void unicodeEscape(int unit) {
        put('\\');
        put('u');
        put(HEX[unit >> 12 & 0xF]);
        put(HEX[unit >> 8 & 0xF]);
        put(HEX[unit >> 4 & 0xF]);
        put(HEX[unit & 0xF]);
    }

    private void ascii(String text) {
        int count = text.length();
        ensure(count);
        for (int at = 0; at < count; at++) {
            buffer[length++] = (byte) text.charAt(at);
        }
    }

    private void bytes(byte[] content) {
        ensure(content.length);
        System.arraycopy(content, 0, buffer, length, content.length);
        length += content.length;
    }

    private void put(int one) {
        if (length == buffer.length) {
            ensure(1);
        }
        buffer[length++] = (byte) one;
    }

    private void ensure(int more) {
        if (buffer.length - length < more) {
            buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, length + more));
        }
    }
}
