package dev.kcm.client.http;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Header lines ready for the wire. Immutable; composing two is copying bytes, so what never
/// changes is encoded once.
public final class HeaderBlock {
    public static final HeaderBlock EMPTY = new HeaderBlock(new byte[0]);

    private final byte[] lines;

    private HeaderBlock(byte[] lines) {
        this.lines = lines;
    }

    public static HeaderBlock of(String name, String value) {
        return EMPTY.and(name, value);
    }

    public HeaderBlock and(String name, String value) {
        requireToken(name);
        requireFieldValue(name, value);
        return and(new HeaderBlock((name + ": " + value + "\r\n").getBytes(StandardCharsets.ISO_8859_1)));
    }

    public HeaderBlock and(HeaderBlock more) {
        if (lines.length == 0) {
            return more;
        }
        if (more.lines.length == 0) {
            return this;
        }
        var both = Arrays.copyOf(lines, lines.length + more.lines.length);
        System.arraycopy(more.lines, 0, both, lines.length, more.lines.length);
        return new HeaderBlock(both);
    }

    byte[] bytes() {
        return lines;
    }

    @Override
    public String toString() {
        return new String(lines, StandardCharsets.ISO_8859_1);
    }

    private static void requireToken(String name) {
        if (name.isEmpty() || !name.chars().allMatch(Headers::isTokenCharacter)) {
            throw new IllegalArgumentException("Not a header name: " + name);
        }
    }

    /// Without this a value from a file could smuggle in a header or a request of its own.
    private static void requireFieldValue(String name, String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if ((c < ' ' && c != '\t') || c == 0x7f || c > 0xff) {
                throw new IllegalArgumentException(
                        "The value of header %s has a character that HTTP does not allow at %d".formatted(name, i));
            }
        }
    }
}
