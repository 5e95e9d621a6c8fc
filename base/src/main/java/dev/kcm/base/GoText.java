package dev.kcm.base;

import java.math.BigDecimal;

/// Text and numbers as Go prints them, for output that must read like upstream's.
public final class GoText {
    private static final String HEX = "0123456789abcdef";

    private GoText() {}

    /// Between double quotes, with escapes for quotes, backslashes and everything unprintable.
    public static String quote(CharSequence text) {
        var out = new StringBuilder(text.length() + 2);
        appendQuoted(out, text);
        return out.toString();
    }

    /// Like [#quote], without the copy.
    public static void appendQuoted(StringBuilder out, CharSequence text) {
        out.append('"');
        for (int at = 0; at < text.length(); ) {
            int rune = Character.codePointAt(text, at);
            at += Character.charCount(rune);
            appendRune(out, rune);
        }
        out.append('"');
    }

    /// A float64 in its shortest form (`0.1`, `20`, `1e+06`).
    public static String number(double value) {
        return Double.isFinite(value) ? shortest(new BigDecimal(Double.toString(value))) : notFinite(value);
    }

    /// A float32 in its shortest form.
    public static String number(float value) {
        return Float.isFinite(value) ? shortest(new BigDecimal(Float.toString(value))) : notFinite(value);
    }

    /// A float64 as Go's JSON encoder writes it: plain digits unless very small or very large.
    public static String jsonNumber(double value) {
        return json(new BigDecimal(Double.toString(value)));
    }

    /// A float32 as Go's JSON encoder writes it.
    public static String jsonNumber(float value) {
        return json(new BigDecimal(Float.toString(value)));
    }

    private static String json(BigDecimal exact) {
        var number = exact.stripTrailingZeros();
        int exponent = number.precision() - number.scale() - 1;
        if (number.signum() == 0 || (exponent >= -6 && exponent < 21)) {
            return number.signum() == 0 ? "0" : number.toPlainString();
        }
        return withExponent(number, exponent).replaceFirst("e-0", "e-");
    }

    private static String notFinite(double value) {
        return Double.isNaN(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf";
    }

    /// Go's `%g`: an exponent from a million on and below 1e-4; the shortest digits otherwise.
    private static String shortest(BigDecimal exact) {
        if (exact.signum() == 0) {
            return "0";
        }
        var number = exact.stripTrailingZeros();
        int exponent = number.precision() - number.scale() - 1;
        if (exponent >= -4 && exponent < 6) {
            return number.toPlainString();
        }
        return withExponent(number, exponent);
    }

    private static String withExponent(BigDecimal number, int exponent) {
        String digits = number.unscaledValue().abs().toString();
        String mantissa = digits.length() == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
        String sign = exponent < 0 ? "-" : "+";
        String size = Integer.toString(Math.abs(exponent));
        return (number.signum() < 0 ? "-" : "") + mantissa + "e" + sign + (size.length() < 2 ? "0" + size : size);
    }

    private static void appendRune(StringBuilder out, int rune) {
        switch (rune) {
            case '"' -> out.append("\\\"");
            case '\\' -> out.append("\\\\");
            case 0x07 -> out.append("\\a");
            case '\b' -> out.append("\\b");
            case '\f' -> out.append("\\f");
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            case 0x0b -> out.append("\\v");
            default -> {
                if (isPrintable(rune)) {
                    out.appendCodePoint(rune);
                } else {
                    appendEscaped(out, rune);
                }
            }
        }
    }

    private static void appendEscaped(StringBuilder out, int rune) {
        if (rune < ' ' || rune == 0x7f) {
            appendHex(out.append("\\x"), rune, 2);
        } else if (rune >= Character.MIN_SURROGATE && rune <= Character.MAX_SURROGATE) {
            out.append("\\ufffd");
        } else if (rune < 0x10000) {
            appendHex(out.append("\\u"), rune, 4);
        } else {
            appendHex(out.append("\\U"), rune, 8);
        }
    }

    private static void appendHex(StringBuilder out, int value, int digits) {
        for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) {
            out.append(HEX.charAt((value >> shift) & 0xf));
        }
    }

    private static boolean isPrintable(int rune) {
        if (rune < 0x7f) {
            return rune >= ' ';
        }
        return switch (Character.getType(rune)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SPACE_SEPARATOR -> false;
            default -> true;
        };
    }
}
