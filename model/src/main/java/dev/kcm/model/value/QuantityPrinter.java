package dev.kcm.model.value;

import dev.kcm.model.value.Quantity.Format;
import java.math.BigDecimal;
import java.math.BigInteger;

/// Prints quantities in their canonical form: a whole number without needless zeros and the largest
/// suffix that keeps it whole.
final class QuantityPrinter {
    private static final String[] DECIMAL_SUFFIXES = {"n", "u", "m", "", "k", "M", "G", "T", "P", "E"};
    private static final String[] BINARY_SUFFIXES = {"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};
    private static final BigInteger KIBI = BigInteger.valueOf(1024);
    private static final BigDecimal SMALLEST_BINARY = BigDecimal.valueOf(1024);

    private QuantityPrinter() {}

    static String print(Quantity quantity) {
        if (quantity.isZero()) {
            return "0";
        }
        var amount = quantity.decimal();
        if (quantity.format() == Format.BINARY_SI && quantity.isWritable() && isBinary(amount)) {
            return printBinary(amount.toBigIntegerExact());
        }
        return printDecimal(quantity, quantity.format() == Format.DECIMAL_EXPONENT);
    }

    private static boolean isBinary(BigDecimal amount) {
        return amount.abs().compareTo(SMALLEST_BINARY) >= 0
                && (amount.scale() <= 0 || amount.stripTrailingZeros().scale() <= 0);
    }

    private static String printBinary(BigInteger units) {
        var times = 0;
        while (times < BINARY_SUFFIXES.length - 1) {
            var parts = units.divideAndRemainder(KIBI);
            if (parts[1].signum() != 0) {
                break;
            }
            units = parts[0];
            times++;
        }
        return units + BINARY_SUFFIXES[times];
    }

    private static String printDecimal(Quantity quantity, boolean asExponent) {
        var plain = quantity.decimal().stripTrailingZeros();
        var exponent = Math.floorDiv(-plain.scale(), 3) * 3;
        var number = plain.setScale(-exponent).unscaledValue().toString();
        var suffix = exponent / 3 + 3;
        if (!asExponent && suffix < DECIMAL_SUFFIXES.length) {
            return number + DECIMAL_SUFFIXES[suffix];
        }
        return exponent == 0 ? number : number + "e" + exponent;
    }
}
