package dev.kcm.model.value;

import dev.kcm.model.json.JsonException;
import dev.kcm.model.json.JsonReader;
import dev.kcm.model.json.JsonWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/// An exact amount of a resource with the notation it is written in, such as `100m`, `1.5Gi` or
/// `12e6`.
///
/// It reads and prints what upstream's `resource.Quantity` reads and prints, to the byte: an amount
/// finer than a nano unit is rounded away from zero, a binary amount is capped at 2^63-1, and a
/// number written in an unusual but exact way (`1.500`, `+5`) keeps its spelling until arithmetic
/// touches it.
///
/// **Equality is by amount**: `1`, `1000m` and `1e0` are equal, as in upstream's semantic equality.
/// Who must tell spellings apart (an interning pool, for one) compares [#toString()] too.
///
/// Two accidents of the Go type are not repeated: a result that does not fit a `long` is the
/// nearest `long` rather than zero or a wrapped number, and an amount beyond the largest suffix is
/// printed whole (`1e21`, `1024Ei`) where Go loses its magnitude.
///
/// An exponent can stand for more digits than there is memory, and anybody may write one. No method here writes them
/// out: a sum of amounts that are further apart than [#MOST_DIGITS] digits is the larger one.
public final class Quantity implements Comparable<Quantity> {

    /// The family of suffixes an amount is printed with.
    public enum Format {
        /// `12M`: powers of 1000.
        DECIMAL_SI,
        /// `12Mi`: powers of 1024, for whole amounts of at least 1024.
        BINARY_SI,
        /// `12e6`: powers of 1000 as an exponent.
        DECIMAL_EXPONENT
    }

    /// Nothing; it takes on the notation of whatever is added to it.
    public static final Quantity ZERO = new Quantity(0, 0, Format.DECIMAL_SI, null, null);

    static final int NANO = -9;

    /// More digits than these are neither read nor worked out.
    static final int MOST_DIGITS = 10_000;

    /// The amount is `unscaled` times ten to the power of `scale`; for the few that overflow a long
    /// `big` replaces `unscaled`.
    private final long unscaled;

    private final int scale;
    private final Format format;
    private final @Nullable BigInteger big;

    /// The text as it was read, where it has to be printed that way.
    private final @Nullable String spelling;

    private Quantity(long unscaled, int scale, Format format, @Nullable BigInteger big, @Nullable String spelling) {
        this.unscaled = unscaled;
        this.scale = scale;
        this.format = format;
        this.big = big;
        this.spelling = spelling;
    }

    /// Reads an amount.
    ///
    /// @throws NumberFormatException with upstream's message if `text` is not a quantity
    public static Quantity parse(String text) {
        return text.equals("0") ? ZERO : QuantityParser.parse(text);
    }

    /// Reads a JSON string, number or `null` (which is zero).
    public static Quantity decode(JsonReader in) {
        var text = switch (in.kind()) {
            case STRING -> in.string().strip();
            case NUMBER -> in.numberText();
            case NULL -> "0";
            case OBJECT, ARRAY, BOOLEAN -> throw in.mismatch("a quantity");
        };
        try {
            return parse(text);
        } catch (NumberFormatException problem) {
            throw new JsonException(in.path(), String.valueOf(problem.getMessage()), problem);
        }
    }

    public void encode(JsonWriter out) {
        out.string(toString());
    }

    /// A whole amount printed with decimal suffixes.
    public static Quantity of(long amount) {
        return of(amount, Format.DECIMAL_SI);
    }

    public static Quantity of(long amount, Format format) {
        return scaled(amount, 0, format);
    }

    /// So many thousandths, as CPU is counted.
    public static Quantity ofMillis(long thousandths) {
        return scaled(thousandths, -3, Format.DECIMAL_SI);
    }

    /// The amount `unscaled` times ten to the power of `scale`.
    public static Quantity scaled(long unscaled, int scale, Format format) {
        return new Quantity(unscaled, scale, format, null, null);
    }

    static Quantity exact(BigInteger unscaled, int scale, Format format) {
        return unscaled.bitLength() < Long.SIZE
                ? scaled(unscaled.longValue(), scale, format)
                : new Quantity(0, scale, format, unscaled, null);
    }

    Quantity spelled(String text) {
        return new Quantity(unscaled, scale, format, big, text);
    }

    public Format format() {
        return format;
    }

    public boolean isZero() {
        return signum() == 0;
    }

    /// -1, 0 or 1 as the amount is negative, zero or positive.
    public int signum() {
        return big == null ? Long.signum(unscaled) : big.signum();
    }

    /// The amount in whole units, rounded away from zero.
    public long value() {
        return scaledValue(0);
    }

    /// The amount in thousandths, rounded away from zero.
    public long milliValue() {
        return scaledValue(-3);
    }

    /// The amount in units of ten to the power of `unit`, rounded away from zero; the nearest long
    /// if it does not fit one.
    public long scaledValue(int unit) {
        if (big == null) {
            if (scale == unit || unscaled == 0) {
                return unscaled;
            }
            var shift = (long) scale - unit;
            if (shift < 0) {
                return -shift < PowersOfTen.COUNT
                        ? divideAwayFromZero(unscaled, PowersOfTen.of((int) -shift))
                        : Long.signum(unscaled);
            }
            if (shift < PowersOfTen.COUNT) {
                var factor = PowersOfTen.of((int) shift);
                var product = unscaled * factor;
                if (Math.multiplyHigh(unscaled, factor) == product >> 63) {
                    return product;
                }
            }
            return nearestLong(Long.signum(unscaled));
        }
        return digitsAbove(unit) > PowersOfTen.COUNT
                ? nearestLong(big.signum())
                : nearestLong(roundedTo(unit).unscaledAt(unit), big.signum());
    }

    private static long divideAwayFromZero(long dividend, long divisor) {
        var quotient = dividend / divisor;
        return quotient * divisor == dividend ? quotient : quotient + Long.signum(dividend);
    }

    private static long nearestLong(BigInteger value, int sign) {
        return value.bitLength() < Long.SIZE ? value.longValue() : nearestLong(sign);
    }

    private static long nearestLong(int sign) {
        return sign > 0 ? Long.MAX_VALUE : Long.MIN_VALUE;
    }

    /// How many digits the amount has before the point in units of ten to the power of `unit`.
    private long digitsAbove(int unit) {
        var amount = decimal();
        return (long) amount.precision() - amount.scale() - unit;
    }

    /// Whether the amount can be written out in nano units.
    boolean isWritable() {
        return digitsAbove(NANO) <= MOST_DIGITS;
    }

    /// The nearest amount at or beyond this one, away from zero, that is a multiple of ten to the
    /// power of `unit`.
    public Quantity roundedTo(int unit) {
        if (scale >= unit) {
            return this;
        }
        return exact(decimal().setScale(-unit, RoundingMode.UP).unscaledValue(), unit, format);
    }

    private BigInteger unscaledAt(int unit) {
        return unscaledBig().multiply(BigInteger.TEN.pow(scale - unit));
    }

    public Quantity plus(Quantity other) {
        return combined(other, other);
    }

    public Quantity minus(Quantity other) {
        return combined(other, other.negated());
    }

    /// The sum; a zero takes on the other's notation. Of two that cannot both be written out the larger.
    private Quantity combined(Quantity other, Quantity addend) {
        var notation = isZero() ? other.format : format;
        if (addend.isZero() || isZero()) {
            var kept = addend.isZero() ? this : addend;
            return new Quantity(kept.unscaled, kept.scale, notation, kept.big, null);
        }
        if (big == null && addend.big == null && scale == addend.scale) {
            var sum = unscaled + addend.unscaled;
            if (((unscaled ^ sum) & (addend.unscaled ^ sum)) >= 0) {
                return scaled(sum, scale, notation);
            }
        }
        if (isWritable() && addend.isWritable()) {
            return exact(decimal().add(addend.decimal()), notation);
        }
        var larger = decimal().abs().compareTo(addend.decimal().abs()) < 0 ? addend : this;
        return new Quantity(larger.unscaled, larger.scale, notation, larger.big, null);
    }

    public Quantity times(long factor) {
        return exact(unscaledBig().multiply(BigInteger.valueOf(factor)), scale, format);
    }

    public Quantity negated() {
        return exact(unscaledBig().negate(), scale, format);
    }

    /// The same amount in another notation.
    public Quantity in(Format notation) {
        return notation == format ? this : new Quantity(unscaled, scale, notation, big, null);
    }

    public Quantity max(Quantity other) {
        return compareTo(other) < 0 ? other : this;
    }

    public Quantity min(Quantity other) {
        return compareTo(other) > 0 ? other : this;
    }

    private static Quantity exact(BigDecimal amount, Format format) {
        return exact(amount.unscaledValue(), -amount.scale(), format);
    }

    /// The exact amount.
    public BigDecimal decimal() {
        return big == null ? BigDecimal.valueOf(unscaled, -scale) : new BigDecimal(big, -scale);
    }

    private BigInteger unscaledBig() {
        return big == null ? BigInteger.valueOf(unscaled) : big;
    }

    /// The nearest double.
    public double doubleValue() {
        return decimal().doubleValue();
    }

    /// Orders by amount; the notation does not matter.
    @Override
    public int compareTo(Quantity other) {
        if (scale == other.scale && big == null && other.big == null) {
            return Long.compare(unscaled, other.unscaled);
        }
        return decimal().compareTo(other.decimal());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof Quantity that && compareTo(that) == 0);
    }

    @Override
    public int hashCode() {
        var value = unscaled;
        var exponent = scale;
        if (big == null) {
            if (value == 0) {
                return 0;
            }
            while (value % 10 == 0) {
                value /= 10;
                exponent++;
            }
            return Long.hashCode(value) * 31 + exponent;
        }
        var plain = decimal().stripTrailingZeros();
        var digits = plain.unscaledValue();
        var hash = digits.bitLength() < Long.SIZE ? Long.hashCode(digits.longValue()) : digits.hashCode();
        return hash * 31 - plain.scale();
    }

    /// The spelling upstream would print; it reads back as the same amount and notation.
    @Override
    public String toString() {
        return spelling == null ? QuantityPrinter.print(this) : spelling;
    }

    long unscaled() {
        return unscaled;
    }

    int scale() {
        return scale;
    }
}
