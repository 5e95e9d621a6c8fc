package dev.kcm.serving.metrics;

import java.math.BigDecimal;

/// Numbers as Go's `strconv.FormatFloat(x, 'g', -1, 64)` writes them, since scrapers and people
/// compare text: the shortest digits that read back, with an exponent from a million up and below
/// 1e-4.
final class GoNumber {
    private static final int LEAST_EXPONENT = -4;
    private static final int MOST_EXPONENT = 6;
    private static final int SMALL = 1_000_000;

    private GoNumber() {}

    static String text(double value) {
        if (Double.isNaN(value)) {
            return "NaN";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "+Inf" : "-Inf";
        }
        if (value == Math.rint(value) && Math.abs(value) < SMALL) {
            return Integer.toString((int) value); // Prometheus writes a negative zero as 0
        }
        var digits = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        int exponent = digits.precision() - 1 - digits.scale();
        return exponent < LEAST_EXPONENT || exponent >= MOST_EXPONENT
                ? withExponent(digits, exponent)
                : digits.toPlainString();
    }

    private static String withExponent(BigDecimal digits, int exponent) {
        var unscaled = digits.unscaledValue().abs().toString();
        var text = new StringBuilder();
        if (digits.signum() < 0) {
            text.append('-');
        }
        text.append(unscaled.charAt(0));
        if (unscaled.length() > 1) {
            text.append('.').append(unscaled, 1, unscaled.length());
        }
        text.append('e').append(exponent < 0 ? '-' : '+');
        int size = Math.abs(exponent);
        return text.append(size < 10 ? "0" : "").append(size).toString();
    }
}
