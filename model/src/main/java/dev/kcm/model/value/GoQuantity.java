package dev.kcm.model.value;

import java.math.BigDecimal;
import java.math.BigInteger;

/// The fields of Go's `resource.Quantity` after it has read a text: hashes of pod templates are
/// taken over them.
///
/// Short amounts are `value` times ten to the power of `scale`; for the others both are zero and
/// `unscaled` and `decimalScale` hold the amount. `text` is the spelling Go remembers, or empty.
public record GoQuantity(
        long value, int scale, BigInteger unscaled, int decimalScale, boolean isShort, String text, String format) {

    /// @throws NumberFormatException if `text` is not a quantity
    public static GoQuantity parse(String text) {
        if (text.equals("0")) {
            return new GoQuantity(0, 0, BigInteger.ZERO, 0, true, text, "DecimalSI");
        }
        var parsed = QuantityParser.read(text);
        var quantity = parsed.quantity();
        var format = switch (quantity.format()) {
            case DECIMAL_SI -> "DecimalSI";
            case BINARY_SI -> "BinarySI";
            case DECIMAL_EXPONENT -> "DecimalExponent";
        };
        var spelling = parsed.keepsSpelling() ? text : "";
        if (parsed.isShort()) {
            return new GoQuantity(quantity.unscaled(), quantity.scale(), BigInteger.ZERO, 0, true, spelling, format);
        }
        var amount = decimal(quantity);
        return new GoQuantity(0, 0, amount.unscaledValue(), amount.scale(), false, spelling, format);
    }

    /// Long amounts are kept in nano units, except a binary one that was capped, which is a
    /// constant, and those too large to be written out.
    private static BigDecimal decimal(Quantity quantity) {
        var amount = quantity.decimal();
        var isCapped = quantity.format() == Quantity.Format.BINARY_SI
                && amount.abs().equals(BigDecimal.valueOf(Long.MAX_VALUE));
        return isCapped || amount.signum() == 0 || !quantity.isWritable() ? amount : amount.setScale(-Quantity.NANO);
    }
}
