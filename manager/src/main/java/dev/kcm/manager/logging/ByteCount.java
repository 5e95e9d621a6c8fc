package dev.kcm.manager.logging;

import dev.kcm.base.GoText;
import dev.kcm.base.flags.FlagType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import java.util.regex.Pattern;

/// A number of bytes written as a Kubernetes quantity: `512`, `1k`, `2Ki`, `4M`.
///
/// @param isBinary whether it was written in multiples of 1024, which decides how it is printed
public record ByteCount(BigInteger bytes, boolean isBinary) {
    static final ByteCount NONE = new ByteCount(BigInteger.ZERO, false);
    static final FlagType<ByteCount> TYPE = FlagType.of("quantity", ByteCount::parse, ByteCount::toString, NONE);

    private static final List<String> DECIMAL = List.of("", "k", "M", "G", "T", "P", "E");
    private static final List<String> BINARY = List.of("", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei");
    private static final Pattern TEXT = Pattern.compile("([+-]?(?:\\d+\\.?\\d*|\\.\\d+))([kMGTPE]|[KMGTPE]i)?");

    static ByteCount parse(String text) {
        var parts = TEXT.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    "%s is no size: write for example 512, 64k or 2Mi".formatted(GoText.quote(text)));
        }
        String unit = parts.group(2) == null ? "" : parts.group(2);
        boolean isBinary = unit.length() == 2;
        var scale = isBinary
                ? BigDecimal.valueOf(1024).pow(BINARY.indexOf(unit))
                : BigDecimal.valueOf(1000).pow(DECIMAL.indexOf(unit));
        var bytes = new BigDecimal(parts.group(1)).multiply(scale);
        return new ByteCount(bytes.setScale(0, RoundingMode.UP).toBigInteger(), isBinary);
    }

    /// As many bytes as a buffer can have.
    int asBufferSize() {
        return bytes.signum() < 0
                ? 0
                : bytes.min(BigInteger.valueOf(Integer.MAX_VALUE - 8L)).intValueExact();
    }

    boolean isZero() {
        return bytes.signum() == 0;
    }

    /// The canonical form: the largest unit that leaves a whole number.
    @Override
    public String toString() {
        var units = isBinary ? BINARY : DECIMAL;
        var step = BigInteger.valueOf(isBinary ? 1024 : 1000);
        var rest = bytes;
        int unit = 0;
        while (rest.signum() != 0
                && unit + 1 < units.size()
                && rest.remainder(step).signum() == 0) {
            rest = rest.divide(step);
            unit++;
        }
        return rest + units.get(unit);
    }
}
