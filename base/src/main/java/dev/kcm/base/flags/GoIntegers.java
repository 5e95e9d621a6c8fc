package dev.kcm.base.flags;

import java.math.BigInteger;
import java.util.regex.Pattern;

/// Whole numbers in Go's notation: decimal, or 0x, 0o, 0b and a leading 0 for other bases, with
/// single underscores between digits.
final class GoIntegers {
    private static final Pattern UNDERSCORES = Pattern.compile("(?<=[0-9a-zA-Z])_(?=[0-9a-fA-F])");

    private GoIntegers() {}

    /// Throws a `NumberFormatException` for anything else.
    static BigInteger parse(String text) {
        boolean isSigned = text.startsWith("-") || text.startsWith("+");
        String digits = isSigned ? text.substring(1) : text;
        String lower = digits.toLowerCase(java.util.Locale.ROOT);
        var size = switch (lower) {
            case String hex when hex.startsWith("0x") -> number(digits.substring(2), 16);
            case String octal when octal.startsWith("0o") -> number(digits.substring(2), 8);
            case String binary when binary.startsWith("0b") -> number(digits.substring(2), 2);
            case String octal when octal.length() > 1 && octal.startsWith("0") -> number(digits.substring(1), 8);
            default -> number(digits, 10);
        };
        return text.startsWith("-") ? size.negate() : size;
    }

    private static BigInteger number(String digits, int base) {
        boolean hasPrefix = base != 10;
        String body = hasPrefix && digits.startsWith("_") ? digits.substring(1) : digits;
        String plain = UNDERSCORES.matcher(body).replaceAll("");
        if (plain.startsWith("-") || plain.startsWith("+")) {
            throw new NumberFormatException(digits);
        }
        return new BigInteger(plain, base);
    }
}
