package dev.kcm.base;

import java.math.BigDecimal;
import java.time.Duration;

/// Durations as Go writes and reads them (`1h0m0s`, `1.5s`, `300ms`), since flags, objects, `/configz` and
/// log lines must read like upstream's.
public final class GoDuration {
    private static final long MICROSECOND = 1_000L;
    private static final long MILLISECOND = 1_000_000L;
    private static final long SECOND = 1_000_000_000L;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;
    private static final int MOST_FRACTION_DIGITS = 18;

    private GoDuration() {}

    /// Reads a duration such as `-1h10m`. Throws an `IllegalArgumentException` whose message says
    /// what is wrong with the text.
    public static Duration parse(String text) {
        return Duration.ofNanos(parseNanos(text));
    }

    /// Like [#parse], in nanoseconds.
    public static long parseNanos(String text) {
        boolean isNegative = text.startsWith("-");
        int at = isNegative || text.startsWith("+") ? 1 : 0;
        if (at == text.length()) {
            throw malformed(text);
        }
        if (at + 1 == text.length() && text.charAt(at) == '0') {
            return 0;
        }
        try {
            long negated = 0; // summed up below zero, where there is room for one more
            while (at < text.length()) {
                int unitAt = endOf(text, at, true);
                int nextAt = endOf(text, unitAt, false);
                negated = Math.addExact(negated, negatedTerm(text, at, unitAt, nextAt));
                at = nextAt;
            }
            return isNegative ? negated : Math.negateExact(negated);
        } catch (ArithmeticException overflow) {
            throw new IllegalArgumentException(
                    "duration %s is too long: it must be under 2562047h47m16.854775807s".formatted(GoText.quote(text)),
                    overflow);
        }
    }

    /// Writes a duration the way Go prints it: `0s`, `1.5µs`, `5m0s`, `12h0m0s`.
    public static String print(Duration duration) {
        var size = duration.abs();
        return print(duration.isNegative(), size.getSeconds(), size.getNano());
    }

    /// Like [#print(Duration)], of nanoseconds.
    public static String print(long nanos) {
        return print(nanos < 0, Math.abs(nanos / SECOND), Math.abs((int) (nanos % SECOND)));
    }

    private static String print(boolean isNegative, long seconds, int nanos) {
        var out = new StringBuilder(24);
        if (isNegative) {
            out.append('-');
        }
        if (seconds == 0 && nanos != 0) {
            return appendUnderSecond(out, nanos).toString();
        }
        if (seconds >= 3600) {
            out.append(seconds / 3600).append('h');
        }
        if (seconds >= 60) {
            out.append(seconds / 60 % 60).append('m');
        }
        return appendDecimal(out, seconds % 60, nanos, SECOND).append('s').toString();
    }

    private static StringBuilder appendUnderSecond(StringBuilder out, long nanos) {
        if (nanos < MICROSECOND) {
            return out.append(nanos).append("ns");
        }
        return nanos < MILLISECOND
                ? appendDecimal(out, nanos / MICROSECOND, nanos % MICROSECOND, MICROSECOND)
                        .append("µs")
                : appendDecimal(out, nanos / MILLISECOND, nanos % MILLISECOND, MILLISECOND)
                        .append("ms");
    }

    /// @param fraction in parts of `one`, a power of ten
    private static StringBuilder appendDecimal(StringBuilder out, long whole, long fraction, long one) {
        out.append(whole);
        if (fraction == 0) {
            return out;
        }
        out.append('.');
        long rest = fraction;
        for (long digit = one / 10; rest > 0; digit /= 10) {
            out.append((char) ('0' + rest / digit));
            rest %= digit;
        }
        return out;
    }

    private static long negatedTerm(String text, int numberAt, int unitAt, int nextAt) {
        int wholeEnd = pointIn(text, numberAt, unitAt);
        boolean hasDigits = unitAt - numberAt > (wholeEnd < unitAt ? 1 : 0);
        if (!hasDigits || pointIn(text, wholeEnd + 1, unitAt) < unitAt) {
            throw malformed(text);
        }
        long unit = unit(text, text.substring(numberAt, unitAt), text.substring(unitAt, nextAt));
        long negated = 0;
        for (int at = numberAt; at < wholeEnd; at++) {
            negated = Math.subtractExact(Math.multiplyExact(negated, 10L), text.charAt(at) - '0');
        }
        return Math.subtractExact(Math.multiplyExact(negated, unit), fraction(text, wholeEnd, unitAt, unit));
    }

    /// Where the first point is, or the end.
    private static int pointIn(String text, int from, int end) {
        int at = from;
        while (at < end && text.charAt(at) != '.') {
            at++;
        }
        return at;
    }

    /// What stands from the point on, rounded down to nanoseconds. Digits that no hour shows are left alone, as Go
    /// leaves them: there may be millions.
    private static long fraction(String text, int point, int end, long unit) {
        return end - point < 2
                ? 0
                : new BigDecimal(text.substring(point, Math.min(end, point + 1 + MOST_FRACTION_DIGITS)))
                        .multiply(BigDecimal.valueOf(unit))
                        .longValue();
    }

    private static long unit(String text, String number, String unit) {
        return switch (unit) {
            case "ns" -> 1;
            case "us", "µs", "μs" -> MICROSECOND;
            case "ms" -> MILLISECOND;
            case "s" -> SECOND;
            case "m" -> MINUTE;
            case "h" -> HOUR;
            case "" ->
                throw new IllegalArgumentException("duration %s lacks a unit: write for example %ss, %sm or %sh"
                        .formatted(GoText.quote(text), number, number, number));
            default ->
                throw new IllegalArgumentException("duration %s has the unknown unit %s: use ns, us, ms, s, m or h"
                        .formatted(GoText.quote(text), GoText.quote(unit)));
        };
    }

    private static int endOf(String text, int from, boolean isNumber) {
        int at = from;
        while (at < text.length() && isOfNumber(text.charAt(at)) == isNumber) {
            at++;
        }
        return at;
    }

    private static boolean isOfNumber(char letter) {
        return letter == '.' || (letter >= '0' && letter <= '9');
    }

    private static IllegalArgumentException malformed(String text) {
        return new IllegalArgumentException(
                "%s is no duration: write for example 30s, 5m0s or 1h30m".formatted(GoText.quote(text)));
    }
}
