package dev.kcm.model.value;

import java.util.OptionalLong;

/// Text as Go's `strconv` and formatting verbs read and print it, for values and messages that must
/// be like upstream's.
public final class GoText {
    private GoText() {}

    /// A decimal number of 64 bits with an optional sign, as `strconv.ParseInt` reads it; empty for
    /// anything else.
    public static OptionalLong wholeNumber(String text) {
        try {
            return isDecimal(text) ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
        } catch (NumberFormatException _) {
            return OptionalLong.empty();
        }
    }

    /// Digits of ASCII with an optional sign, of any length.
    static boolean isDecimal(String text) {
        var hasSign = text.startsWith("-") || text.startsWith("+");
        for (var i = hasSign ? 1 : 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return text.length() > (hasSign ? 1 : 0);
    }

    /// In double quotes with Go's escapes, the verb `%q`.
    public static String quoted(String text) {
        var quoted = new StringBuilder(text.length() + 2).append('"');
        text.codePoints().forEach(codePoint -> appendEscaped(quoted, codePoint));
        return quoted.append('"').toString();
    }

    private static void appendEscaped(StringBuilder out, int codePoint) {
        switch (codePoint) {
            case '"', '\\' -> out.append('\\').append((char) codePoint);
            case 0x07 -> out.append("\\a");
            case '\b' -> out.append("\\b");
            case '\f' -> out.append("\\f");
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            case 0x0b -> out.append("\\v");
            default -> {
                if (isPrintable(codePoint)) {
                    out.appendCodePoint(codePoint);
                } else if (codePoint < 0x80) {
                    out.append("\\x%02x".formatted(codePoint));
                } else {
                    out.append((codePoint < 0x10000 ? "\\u%04x" : "\\U%08x").formatted(codePoint));
                }
            }
        }
    }

    /// Letters, marks, numbers, punctuation, symbols and the ordinary space.
    private static boolean isPrintable(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            case Character.SPACE_SEPARATOR -> codePoint == ' ';
            default -> true;
        };
    }
}
