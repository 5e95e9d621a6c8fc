package dev.kcm.model.wire;

import dev.kcm.model.json.JsonException;
import dev.kcm.model.json.JsonReader;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Durations as Go spells them (`1h0m0s`, `1.5s`, `100ms`), held in nanoseconds.
public final class Durations {
    private static final Pattern PART = Pattern.compile("([0-9]+\\.?[0-9]*|\\.[0-9]+)(ns|us|µs|μs|ms|s|m|h)");

    private Durations() {}

    public static long decode(JsonReader in) {
        String text = in.string();
        if (in.isNull()) {
            return 0;
        }
        try {
            return parse(text);
        } catch (IllegalArgumentException e) {
            throw new JsonException(in.path(), String.valueOf(e.getMessage()), e);
        }
    }

    public static Duration of(long nanos) {
        return Duration.ofNanos(nanos);
    }

    /// What Go's `time.ParseDuration` makes of the text, in nanoseconds.
    ///
    /// @throws IllegalArgumentException if it makes nothing of it
    public static long parse(String text) {
        boolean signed = text.startsWith("-") || text.startsWith("+");
        String parts = signed ? text.substring(1) : text;
        if (parts.equals("0")) {
            return 0;
        }
        Matcher part = PART.matcher(parts);
        BigDecimal total = BigDecimal.ZERO;
        int end = 0;
        while (end < parts.length() && part.find(end) && part.start() == end) {
            total = total.add(new BigDecimal(part.group(1)).multiply(unit(part.group(2))));
            end = part.end();
        }
        if (parts.isEmpty() || end < parts.length()) {
            throw new IllegalArgumentException(
                    "invalid duration \"" + text + "\": write it like \"1h30m\", \"1.5s\" or \"100ms\"");
        }
        try {
            return (text.startsWith("-") ? total.negate() : total)
                    .toBigInteger()
                    .longValueExact();
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("invalid duration \"" + text + "\": too long", e);
        }
    }

    /// Go's `Duration.String`.
    public static String format(long nanos) {
        if (nanos == 0) {
            return "0s";
        }
        BigDecimal magnitude = BigDecimal.valueOf(nanos).abs();
        String sign = nanos < 0 ? "-" : "";
        if (magnitude.compareTo(unit("s")) < 0) {
            String unit =
                    magnitude.compareTo(unit("us")) < 0 ? "ns" : magnitude.compareTo(unit("ms")) < 0 ? "µs" : "ms";
            return sign + plain(magnitude.divide(unit(unit))) + unit;
        }
        long hours = magnitude.divideToIntegralValue(unit("h")).longValueExact();
        long minutes =
                magnitude.remainder(unit("h")).divideToIntegralValue(unit("m")).longValueExact();
        String seconds = plain(magnitude.remainder(unit("m")).divide(unit("s")));
        return sign + (hours > 0 ? hours + "h" : "") + (hours > 0 || minutes > 0 ? minutes + "m" : "") + seconds + "s";
    }

    private static String plain(BigDecimal number) {
        return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }

    private static BigDecimal unit(String name) {
        return BigDecimal.valueOf(
                switch (name) {
                    case "ns" -> 1L;
                    case "us", "µs", "μs" -> 1000L;
                    case "ms" -> 1_000_000L;
                    case "s" -> 1_000_000_000L;
                    case "m" -> 60_000_000_000L;
                    default -> 3_600_000_000_000L;
                });
    }
}
