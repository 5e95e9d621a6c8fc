package dev.kcm.client.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The headers of a response, kept as the bytes they came in: most are never looked at.
public final class Headers {
    private final byte[] lines;

    private Headers(byte[] lines) {
        this.lines = lines;
    }

    /// Takes well-formed lines only: a token, a colon and a value without control characters, each
    /// ended by CR LF.
    static Headers parse(byte[] lines) throws HttpProtocolException {
        int position = 0;
        while (position < lines.length) {
            position = checkedLine(lines, position);
        }
        return new Headers(lines);
    }

    private static int checkedLine(byte[] lines, int start) throws HttpProtocolException {
        int position = start;
        while (position < lines.length && isTokenCharacter(lines[position])) {
            position++;
        }
        if (position == start || position >= lines.length || lines[position] != ':') {
            throw new HttpProtocolException("a header line without a name: " + text(lines, start));
        }
        while (position < lines.length && lines[position] != '\r') {
            byte c = lines[position++];
            if ((c >= 0 && c < ' ' && c != '\t') || c == 0x7f) {
                throw new HttpProtocolException("a control character in a header: " + text(lines, start));
            }
        }
        if (position + 1 >= lines.length || lines[position + 1] != '\n') {
            throw new HttpProtocolException("a bare CR in a header: " + text(lines, start));
        }
        return position + 2;
    }

    public Optional<String> first(String name) {
        for (int line = 0; line < lines.length; line = next(line)) {
            if (isNamed(line, name)) {
                return Optional.of(value(line, name));
            }
        }
        return Optional.empty();
    }

    public List<String> all(String name) {
        var found = new ArrayList<String>(1);
        for (int line = 0; line < lines.length; line = next(line)) {
            if (isNamed(line, name)) {
                found.add(value(line, name));
            }
        }
        return found;
    }

    private int next(int line) {
        int position = line;
        while (lines[position] != '\n') {
            position++;
        }
        return position + 1;
    }

    private boolean isNamed(int line, String name) {
        int length = name.length();
        if (line + length >= lines.length || lines[line + length] != ':') {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (lower(lines[line + i]) != lower((byte) name.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private String value(int line, String name) {
        int start = line + name.length() + 1;
        int end = next(line) - 2;
        return new String(lines, start, end - start, StandardCharsets.ISO_8859_1).strip();
    }

    static boolean isTokenCharacter(int c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || (c > 0 && "!#$%&'*+-.^_`|~".indexOf(c) >= 0);
    }

    private static int lower(byte c) {
        return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
    }

    private static String text(byte[] lines, int start) {
        int length = Math.min(80, lines.length - start);
        var line = new String(lines, start, length, StandardCharsets.ISO_8859_1);
        return line.lines().findFirst().orElse("");
    }

    @Override
    public String toString() {
        return new String(lines, StandardCharsets.ISO_8859_1);
    }
}
