package dev.kcm.base;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Map;
import java.util.function.IntPredicate;

/// Durations as Go writes and reads them (`1h0m0s`, `1.5s`, `300ms`), since flags, `/configz` and
/// log lines must read like upstream's.
public final class GoDuration {
    private static final BigInteger LARGEST = BigInteger.ONE.shiftLeft(63);
    private static final Map<String, Long> UNITS = Map.of(
            "ns", 1L,
            "us", 1_000L,
            "µs", 1_000L,
            "μs", 1_000L,
            "ms", 1_000_000L,
            "s", 1_000_000_000L,
            "m", 60_000_000_000L,
            "h", 3_600_000_000_000L);

    private GoDuration() {}

    /// Reads a duration such as `-1h10m`. Throws an `IllegalArgumentException` whose message says
    /// what is wrong with the text.
    public static Duration parse(String text) {
        boolean negative = text.startsWith("-");
        String rest = negative || text.startsWith("+") ? text.substring(1) : text;
        if (rest.equals("0")) {
            return Duration.ZERO;
        }
        if (rest.isEmpty()) {
            throw malformed(text);
        }
        var nanos = BigInteger.ZERO;
        int at = 0;
        while (at < rest.length()) {
            int unitAt = endOf(rest, at, c -> c == '.' || (c >= '0' && c <= '9'));
            int nextAt = endOf(rest, unitAt, c -> c != '.' && (c < '0' || c > '9'));
            nanos = nanos.add(term(text, rest.substring(at, unitAt), rest.substring(unitAt, nextAt)));
            at = nextAt;
        }
        if (nanos.compareTo(LARGEST) > 0 || (nanos.equals(LARGEST) && !negative)) {
            throw new IllegalArgumentException(
                    "duration %s is too long: it must be under 2562047h47m16.854775807s".formatted(GoText.quote(text)));
        }
        return Duration.ofNanos((negative ? nanos.negate() : nanos).longValue());
    }

    /// Writes a duration the way Go prints it: `0s`, `1.5µs`, `5m0s`, `12h0m0s`.
    public static String print(Duration duration) {
        var nanos = BigInteger.valueOf(duration.getSeconds())
                .multiply(BigInteger.valueOf(1_000_000_000))
                .add(BigInteger.valueOf(duration.getNano()));
        if (nanos.signum() == 0) {
            return "0s";
        }
        return (nanos.signum() < 0 ? "-" : "") + printPositive(nanos.abs());
    }

    private static String printPositive(BigInteger nanos) {
        if (nanos.compareTo(BigInteger.valueOf(1_000_000_000)) < 0) {
            long small = nanos.longValueExact();
            if (small < 1_000) {
                return small + "ns";
            }
            return small < 1_000_000 ? scaled(nanos, 3) + "µs" : scaled(nanos, 6) + "ms";
        }
        var minute = BigInteger.valueOf(60_000_000_000L);
        var minutesAndRest = nanos.divideAndRemainder(minute);
        String seconds = scaled(minutesAndRest[1], 9) + "s";
        long minutes = minutesAndRest[0].longValueExact();
        if (minutes == 0) {
            return seconds;
        }
        String underHour = minutes % 60 + "m" + seconds;
        return minutes < 60 ? underHour : minutes / 60 + "h" + underHour;
    }

    private static String scaled(BigInteger nanos, int decimals) {
        var number = new BigDecimal(nanos, decimals);
        return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }

    private static BigInteger term(String whole, String number, String unit) {
        boolean isNumber =
                number.chars().anyMatch(Character::isDigit) && number.indexOf('.') == number.lastIndexOf('.');
        if (!isNumber) {
            throw malformed(whole);
        }
        if (unit.isEmpty()) {
            throw new IllegalArgumentException("duration %s lacks a unit: write for example %ss, %sm or %sh"
                    .formatted(GoText.quote(whole), number, number, number));
        }
        Long scale = UNITS.get(unit);
        if (scale == null) {
            throw new IllegalArgumentException("duration %s has the unknown unit %s: use ns, us, ms, s, m or h"
                    .formatted(GoText.quote(whole), GoText.quote(unit)));
        }
        String padded = number.endsWith(".") ? number + "0" : number;
        return new BigDecimal(padded.startsWith(".") ? "0" + padded : padded)
                .multiply(BigDecimal.valueOf(scale))
                .toBigInteger();
    }

    private static int endOf(String text, int from, IntPredicate stillInside) {
        int at = from;
        while (at < text.length() && stillInside.test(text.charAt(at))) {
            at++;
        }
        return at;
    }

    private static IllegalArgumentException malformed(String text) {
        return new IllegalArgumentException(
                "%s is no duration: write for example 30s, 5m0s or 1h30m".formatted(GoText.quote(text)));
    }
}
