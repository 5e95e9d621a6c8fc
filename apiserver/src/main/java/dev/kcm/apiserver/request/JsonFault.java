package dev.kcm.apiserver.request;

import dev.kcm.base.GoText;
import dev.kcm.model.json.JsonReader;
import java.util.Optional;

/// What is wrong with a text that should be JSON, in the words users know from kubectl.
public final class JsonFault {
    private static final int DEEPEST = JsonReader.DEEPEST;
    private static final String HEX = "0123456789abcdefABCDEF";

    private final byte[] text;
    private int at;

    private JsonFault(byte[] text) {
        this.text = text;
    }

    /// Empty when it is JSON.
    public static Optional<String> in(byte[] text) {
        try {
            new JsonFault(text).document();
            return Optional.empty();
        } catch (Found fault) {
            return fault.words;
        }
    }

    private static final class Found extends Exception {
        private static final long serialVersionUID = 1L;
        private final transient Optional<String> words;

        Found(Optional<String> words) {
            super(null, null, false, false);
            this.words = words;
        }
    }

    private void document() throws Found {
        value(0);
        skipSpace();
        if (at < text.length) {
            throw unexpected("after top-level value");
        }
    }

    private void value(int depth) throws Found {
        skipSpace();
        if (depth == DEEPEST && (has('{') || has('['))) {
            throw new Found(Optional.of("exceeded max depth"));
        }
        switch (peek()) {
            case '{' -> object(depth);
            case '[' -> array(depth);
            case '"' -> string();
            case 't' -> literal("true");
            case 'f' -> literal("false");
            case 'n' -> literal("null");
            case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number();
            default -> throw unexpected("looking for beginning of value");
        }
    }

    private void object(int depth) throws Found {
        at++;
        skipSpace();
        if (peek() == '}') {
            at++;
            return;
        }
        for (; ; ) {
            skipSpace();
            if (peek() != '"') {
                throw unexpected("looking for beginning of object key string");
            }
            string();
            skipSpace();
            if (peek() != ':') {
                throw unexpected("after object key");
            }
            at++;
            value(depth + 1);
            if (isLast('}', "after object key:value pair")) {
                return;
            }
        }
    }

    private void array(int depth) throws Found {
        at++;
        skipSpace();
        if (peek() == ']') {
            at++;
            return;
        }
        do {
            value(depth + 1);
        } while (!isLast(']', "after array element"));
    }

    private boolean isLast(char end, String where) throws Found {
        skipSpace();
        char next = peek();
        if (next != end && next != ',') {
            throw unexpected(where);
        }
        at++;
        return next == end;
    }

    private void string() throws Found {
        at++;
        for (; ; at++) {
            char next = peek();
            if (next == '"') {
                at++;
                return;
            }
            if (next < ' ') {
                throw unexpected("in string literal");
            }
            if (next == '\\') {
                escape();
            }
        }
    }

    private void escape() throws Found {
        at++;
        if ("bfnrt\\/\"u".indexOf(peek()) < 0) {
            throw unexpected("in string escape code");
        }
        if (peek() == 'u') {
            for (int i = 0; i < 4; i++) {
                at++;
                if (HEX.indexOf(peek()) < 0) {
                    throw unexpected("in \\u hexadecimal character escape");
                }
            }
        }
    }

    private void number() throws Found {
        if (peek() == '-') {
            at++;
            requireDigit("in numeric literal");
        }
        if (peek() == '0') {
            at++;
        } else {
            skipDigits();
        }
        if (has('.')) {
            at++;
            requireDigit("after decimal point in numeric literal");
            skipDigits();
        }
        if (has('e') || has('E')) {
            at++;
            if (has('+') || has('-')) {
                at++;
            }
            requireDigit("in exponent of numeric literal");
            skipDigits();
        }
    }

    private void literal(String word) throws Found {
        for (char expected : word.toCharArray()) {
            if (peek() != expected) {
                throw unexpected("in literal %s (expecting '%c')".formatted(word, expected));
            }
            at++;
        }
    }

    private void requireDigit(String where) throws Found {
        if (!isDigit(peek())) {
            throw unexpected(where);
        }
    }

    private void skipDigits() {
        while (at < text.length && isDigit((char) text[at])) {
            at++;
        }
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private boolean has(char wanted) {
        return at < text.length && text[at] == wanted;
    }

    private void skipSpace() {
        while (has(' ') || has('\t') || has('\r') || has('\n')) {
            at++;
        }
    }

    private char peek() throws Found {
        if (at >= text.length) {
            throw new Found(Optional.of("unexpected end of JSON input"));
        }
        return (char) (text[at] & 0xff);
    }

    private Found unexpected(String where) throws Found {
        char found = peek();
        var quoted = switch (found) {
            case '\'' -> "'\\''";
            case '"' -> "'\"'";
            default -> {
                var escaped = GoText.quote(String.valueOf(found));
                yield "'" + escaped.substring(1, escaped.length() - 1) + "'";
            }
        };
        return new Found(Optional.of("invalid character %s %s".formatted(quoted, where)));
    }
}
