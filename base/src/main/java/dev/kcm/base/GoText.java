package dev.kcm.base;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.OptionalLong;

/// Text and numbers as Go's `strconv` and formatting verbs print and read them, for output that must be like
/// upstream's.
public final class GoText {
    private static final String HEX = "0123456789abcdef";
    private static final int FIRST_WITH_EXPONENT = 1_000_000;

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
    public static boolean isDecimal(String text) {
        var hasSign = text.startsWith("-") || text.startsWith("+");
        for (var i = hasSign ? 1 : 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return text.length() > (hasSign ? 1 : 0);
    }

    /// Between double quotes, with escapes for quotes, backslashes and everything unprintable: the verb `%q`.
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

    /// The same with U+FFFD for each half of a surrogate pair without the other: no bytes in UTF-8 stand for one.
    public static String withoutHalfPairs(String text) {
        for (int at = 0; at < text.length(); at++) {
            int rune = text.codePointAt(at);
            if (Character.isSupplementaryCodePoint(rune)) {
                at++;
            } else if (Character.isSurrogate((char) rune)) {
                return text.codePoints()
                        .map(point ->
                                point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE ? 0xFFFD : point)
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                        .toString();
            }
        }
        return text;
    }

    /// A float64 in its shortest form, `strconv.FormatFloat(x, 'g', -1, 64)`: `0.1`, `20`, `1e+06`; negative zero is
    /// `0`, as Prometheus writes it.
    public static String number(double value) {
        if (value == Math.rint(value) && Math.abs(value) < FIRST_WITH_EXPONENT) {
            return Integer.toString((int) value);
        }
        return Double.isFinite(value) ? general(digits(value)) : notFinite(value);
    }

    /// A float32 in its shortest form.
    public static String number(float value) {
        return Float.isFinite(value) ? general(digits(value)) : notFinite(value);
    }

    /// A float64 as Go's JSON encoder writes it: plain digits between 1e-6 and 1e21, an exponent outside. NaN and
    /// infinities have no JSON.
    public static String jsonNumber(double value) {
        return value == 0 ? zero(value) : json(digits(value));
    }

    /// A float32 as Go's JSON encoder writes it.
    public static String jsonNumber(float value) {
        return value == 0 ? zero(value) : json(digits(value));
    }

    private static String zero(double value) {
        return 1 / value < 0 ? "-0" : "0";
    }

    private static String json(BigDecimal number) {
        int exponent = exponent(number);
        return exponent >= -6 && exponent < 21
                ? number.toPlainString()
                : withExponent(number, exponent).replaceFirst("e-0", "e-");
    }

    private static String notFinite(double value) {
        return Double.isNaN(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf";
    }

    /// The fewest digits that read back as the number. Java's own have at least two.
    private static BigDecimal digits(double value) {
        var digits = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        var oneDigit = digits.round(new MathContext(1));
        return oneDigit.doubleValue() == value ? oneDigit.stripTrailingZeros() : digits;
    }

    private static BigDecimal digits(float value) {
        var digits = new BigDecimal(Float.toString(value)).stripTrailingZeros();
        var oneDigit = digits.round(new MathContext(1));
        return oneDigit.floatValue() == value ? oneDigit.stripTrailingZeros() : digits;
    }

    /// The verb `%g`: an exponent from a million on and below 1e-4, plain digits between.
    private static String general(BigDecimal number) {
        int exponent = exponent(number);
        return number.signum() == 0 || (exponent >= -4 && exponent < 6)
                ? number.toPlainString()
                : withExponent(number, exponent);
    }

    private static int exponent(BigDecimal number) {
        return number.precision() - number.scale() - 1;
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
