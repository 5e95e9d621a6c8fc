package dev.kcm.model.gotype;

import dev.kcm.base.GoText;
import java.time.YearMonth;
import java.util.Optional;
import java.util.function.IntPredicate;

/// A way to write times, as Go's `time` package knows it: by how a certain time would look.
enum TimeLayout {
    SECONDS("2006-01-02T15:04:05Z07:00", ""),
    MICROSECONDS("2006-01-02T15:04:05.000000Z07:00", ".000000");

    private static final int MONTHS = 12;
    private static final int HOURS = 24;
    private static final int SIXTY = 60;
    private static final String ZONE = "Z07:00";

    private final String layout;
    private final String fraction;

    TimeLayout(String layout, String fraction) {
        this.layout = layout;
        this.fraction = fraction;
    }

    /// What Go says is wrong with a time; empty if nothing is.
    Optional<String> error(String text) {
        return new Parse(text).error();
    }

    /// One reading; element by element, up to the first that is not there.
    private final class Parse {
        private final String text;
        private int at;

        Parse(String text) {
            this.text = text;
        }

        Optional<String> error() {
            return digits(4, "2006", _ -> true, "year")
                    .or(() -> literal("-"))
                    .or(() -> digits(2, "01", month -> month >= 1 && month <= MONTHS, "month"))
                    .or(() -> literal("-"))
                    .or(() -> digits(2, "02", _ -> true, "day"))
                    .or(() -> literal("T"))
                    .or(() -> digits(2, "15", hour -> hour < HOURS, "hour"))
                    .or(() -> literal(":"))
                    .or(() -> digits(2, "04", minute -> minute < SIXTY, "minute"))
                    .or(() -> literal(":"))
                    .or(() -> digits(2, "05", second -> second < SIXTY, "second"))
                    .or(this::fraction)
                    .or(this::zone)
                    .or(this::end)
                    .or(this::day);
        }

        private Optional<String> digits(int count, String element, IntPredicate isInRange, String called) {
            int end = at + count;
            if (end > text.length() || !text.substring(at, end).chars().allMatch(c -> c >= '0' && c <= '9')) {
                return missing(element);
            }
            int number = Integer.parseInt(text.substring(at, end));
            if (!isInRange.test(number)) {
                return failed(": " + called + " out of range");
            }
            at = end;
            return Optional.empty();
        }

        private Optional<String> literal(String element) {
            if (!text.startsWith(element, at)) {
                return missing(element);
            }
            at += element.length();
            return Optional.empty();
        }

        /// Where the layout has none there may still be one of any length.
        private Optional<String> fraction() {
            int end = at;
            if (text.startsWith(".", at) || text.startsWith(",", at)) {
                end++;
                while (end < text.length() && Character.digit(text.charAt(end), 10) >= 0) {
                    end++;
                }
            }
            if (fraction.isEmpty()) {
                at = end > at + 1 ? end : at;
                return Optional.empty();
            }
            if (end - at < fraction.length()) {
                return missing(fraction);
            }
            at += fraction.length();
            return Optional.empty();
        }

        private Optional<String> zone() {
            if (text.startsWith("Z", at)) {
                at++;
                return Optional.empty();
            }
            int end = at + "+00:00".length();
            if (end > text.length() || !text.substring(at, end).matches("[+-]\\d\\d:\\d\\d")) {
                return missing(ZONE);
            }
            at = end;
            return Optional.empty();
        }

        private Optional<String> end() {
            return at == text.length() ? Optional.empty() : failed(": extra text: " + GoText.quote(text.substring(at)));
        }

        private Optional<String> day() {
            var month = YearMonth.of(Integer.parseInt(text.substring(0, 4)), Integer.parseInt(text.substring(5, 7)));
            int day = Integer.parseInt(text.substring(8, 10));
            return month.isValidDay(day) ? Optional.empty() : failed(": day out of range");
        }

        private Optional<String> missing(String element) {
            return Optional.of("parsing time %s as %s: cannot parse %s as %s"
                    .formatted(
                            GoText.quote(text),
                            GoText.quote(layout),
                            GoText.quote(text.substring(at)),
                            GoText.quote(element)));
        }

        private Optional<String> failed(String why) {
            return Optional.of("parsing time " + GoText.quote(text) + why);
        }
    }
}
