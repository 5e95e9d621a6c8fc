package dev.kcm.model.value;

import dev.kcm.model.value.Quantity.Format;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/// Reads quantities: sign, digits with at most one point, suffix or exponent.
///
/// Short numbers become a long and a scale directly and may keep their spelling; the others go
/// through [BigDecimal], are rounded to nano units and never keep their spelling. Where the line
/// runs is visible in what is printed later, so it runs where upstream's does.
final class QuantityParser {
    private static final String NO_MATCH =
            "quantities must match the regular expression" + " '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
    private static final String NO_NUMBER = "unable to parse numeric part of quantity";
    private static final String NO_SUFFIX = "unable to parse quantity's suffix";
    private static final String SUFFIX_LETTERS = "eEinumkKMGTP";

    /// More digits than this never fit a long.
    private static final int LONG_DIGITS = 18;

    /// With room for the digits before it: together they are the scale of a [BigDecimal].
    private static final int LARGEST_EXPONENT = 2_000_000_000;

    private static final BigDecimal LARGEST_BINARY = BigDecimal.valueOf(Long.MAX_VALUE);

    private final String text;
    private int position;

    private boolean negative;
    private int wholeStart;
    private int wholeEnd;
    private int fractionStart;
    private int fractionEnd;
    private String suffix = "";

    private QuantityParser(String text) {
        this.text = text;
    }

    /// An amount as it was read. `isShort` says that a long and a scale hold it, `keepsSpelling`
    /// that it prints as it was written.
    record Parsed(Quantity quantity, boolean isShort, boolean keepsSpelling) {}

    static Quantity parse(String text) {
        var parsed = read(text);
        var quantity = parsed.quantity();
        return parsed.keepsSpelling() && !quantity.toString().equals(text) ? quantity.spelled(text) : quantity;
    }

    static Parsed read(String text) {
        if (text.isEmpty()) {
            throw new NumberFormatException(NO_MATCH);
        }
        var parser = new QuantityParser(text);
        parser.split();
        return parser.interpret();
    }

    /// Finds the parts of the text.
    private void split() {
        if (text.charAt(0) == '-' || text.charAt(0) == '+') {
            negative = text.charAt(0) == '-';
            position++;
        }
        while (position < text.length() && text.charAt(position) == '0') {
            position++;
        }
        wholeStart = position;
        wholeEnd = skipDigits();
        fractionStart = position;
        fractionEnd = position;
        if (position < text.length() && text.charAt(position) == '.') {
            fractionStart = ++position;
            fractionEnd = skipDigits();
        }
        var suffixStart = position;
        while (position < text.length() && SUFFIX_LETTERS.indexOf(text.charAt(position)) >= 0) {
            position++;
        }
        if (position < text.length() && (text.charAt(position) == '-' || text.charAt(position) == '+')) {
            position++;
        }
        if (skipDigits() < text.length()) {
            throw new NumberFormatException(NO_MATCH);
        }
        suffix = text.substring(suffixStart);
    }

    private int skipDigits() {
        while (position < text.length() && isDigit(text.charAt(position))) {
            position++;
        }
        return position;
    }

    private static boolean isDigit(char character) {
        return character >= '0' && character <= '9';
    }

    private Parsed interpret() {
        return switch (suffix) {
            case "" -> decimal(0, Format.DECIMAL_SI);
            case "n" -> decimal(-9, Format.DECIMAL_SI);
            case "u" -> decimal(-6, Format.DECIMAL_SI);
            case "m" -> decimal(-3, Format.DECIMAL_SI);
            case "k" -> decimal(3, Format.DECIMAL_SI);
            case "M" -> decimal(6, Format.DECIMAL_SI);
            case "G" -> decimal(9, Format.DECIMAL_SI);
            case "T" -> decimal(12, Format.DECIMAL_SI);
            case "P" -> decimal(15, Format.DECIMAL_SI);
            case "E" -> decimal(18, Format.DECIMAL_SI);
            case "Ki" -> binary(10, 11);
            case "Mi" -> binary(20, 8);
            case "Gi" -> binary(30, 5);
            case "Ti" -> binary(40, 2);
            case "Pi" -> binary(50, 0);
            case "Ei" -> binary(60, 0);
            default -> decimal(exponent(), Format.DECIMAL_EXPONENT);
        };
    }

    private int exponent() {
        if (suffix.length() < 2 || (suffix.charAt(0) != 'e' && suffix.charAt(0) != 'E')) {
            throw new NumberFormatException(NO_SUFFIX);
        }
        try {
            var exponent = Integer.parseInt(suffix, 1, suffix.length(), 10);
            if (Math.abs((long) exponent) <= LARGEST_EXPONENT) {
                return exponent;
            }
        } catch (NumberFormatException _) {
            // Said below.
        }
        throw new NumberFormatException(NO_SUFFIX);
    }

    private int wholeDigits() {
        return Math.max(1, wholeEnd - wholeStart);
    }

    private int fractionDigits() {
        return fractionEnd - fractionStart;
    }

    private Parsed decimal(int exponent, Format format) {
        var scale = (long) exponent - fractionDigits();
        if (wholeDigits() + fractionDigits() > LONG_DIGITS || scale < Quantity.NANO) {
            return new Parsed(rounded(exponent, format), false, false);
        }
        var digits = digits();
        var amount = Quantity.scaled(negative ? -digits : digits, (int) scale, format);
        var keepsSpelling = wholeEnd > wholeStart && scale % 3 == 0 && digits % 1000 != 0;
        return new Parsed(amount, true, keepsSpelling);
    }

    private Parsed binary(int exponent, int mostDigits) {
        if (wholeDigits() > mostDigits || fractionDigits() > 0) {
            var factor = new BigDecimal(BigInteger.ONE.shiftLeft(exponent));
            return new Parsed(capped(plainNumber().multiply(factor)), false, false);
        }
        var digits = digits();
        var units = digits << exponent;
        var amount = Quantity.of(negative ? -units : units, Format.BINARY_SI);
        return new Parsed(amount, true, (digits & 7) != 0);
    }

    private long digits() {
        var value = 0L;
        for (var i = wholeStart; i < fractionEnd; i++) {
            var character = text.charAt(i);
            if (character != '.') {
                value = value * 10 + (character - '0');
            }
        }
        return value;
    }

    private Quantity rounded(int exponent, Format format) {
        var number = plainNumber();
        if (number.signum() == 0) {
            return Quantity.of(0, format);
        }
        var magnitude = (long) number.precision() - number.scale() + exponent;
        if (magnitude < Quantity.NANO) {
            return Quantity.scaled(number.signum(), Quantity.NANO, format);
        }
        return toNano(number.scaleByPowerOfTen(exponent), format);
    }

    private Quantity capped(BigDecimal amount) {
        var size = amount.abs();
        if (size.compareTo(LARGEST_BINARY) > 0) {
            return Quantity.of(negative ? -Long.MAX_VALUE : Long.MAX_VALUE, Format.BINARY_SI);
        }
        var nano = toNano(amount, Format.BINARY_SI);
        var isFraction = nano.signum() != 0 && nano.decimal().abs().compareTo(BigDecimal.ONE) < 0;
        return isFraction ? nano.in(Format.DECIMAL_SI) : nano;
    }

    private static Quantity toNano(BigDecimal amount, Format format) {
        var isFine = amount.scale() > -Quantity.NANO;
        var kept = isFine ? amount.setScale(-Quantity.NANO, RoundingMode.UP) : amount;
        return Quantity.exact(kept.unscaledValue(), -kept.scale(), format);
    }

    private BigDecimal plainNumber() {
        if (wholeDigits() + fractionDigits() > Quantity.MOST_DIGITS) {
            throw new NumberFormatException(NO_NUMBER);
        }
        try {
            var end = text.length() - suffix.length();
            return new BigDecimal(text.substring(0, end));
        } catch (NumberFormatException notANumber) {
            throw new NumberFormatException(NO_NUMBER);
        }
    }
}
