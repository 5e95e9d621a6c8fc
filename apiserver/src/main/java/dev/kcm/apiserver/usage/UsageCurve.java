package dev.kcm.apiserver.usage;

import dev.kcm.base.GoDuration;
import dev.kcm.base.GoText;
import dev.kcm.model.value.Quantity;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// An amount over time. It is written as one that never changes (`250m`), or as legs, one after the other, each of
/// which goes from one amount to another in so much time (`100m..800m/10m,800m..100m/1h`); after the last leg it
/// stays where that ended.
///
/// @param legs none for an amount that never changes
public record UsageCurve(Quantity end, List<Leg> legs) {
    /// A straight line; amounts on it are thousandths, or whole ones of binary amounts, rounded down.
    public record Leg(Quantity from, Quantity to, Duration takes) {
        private static final int DECIMALS = 3;

        private Quantity at(Duration sinceItBegan) {
            var rise = to.decimal().subtract(from.decimal());
            var elapsed = BigDecimal.valueOf(sinceItBegan.toMillis());
            var amount = from.decimal()
                    .add(rise.multiply(elapsed)
                            .divide(BigDecimal.valueOf(takes.toMillis()), DECIMALS * 2, RoundingMode.FLOOR));
            var isBinary = from.format() == Quantity.Format.BINARY_SI;
            var rounded = amount.setScale(isBinary ? 0 : DECIMALS, RoundingMode.FLOOR);
            return plainlyWritten(Quantity.parse(rounded.toPlainString()).in(from.format()));
        }
    }

    private static final String BETWEEN = "..";

    /// @throws IllegalArgumentException with what is wrong if it is no curve
    public static UsageCurve parse(String text) {
        if (!text.contains(BETWEEN)) {
            return new UsageCurve(amount(text), List.of());
        }
        var legs = new ArrayList<Leg>();
        for (var part : text.split(",", -1)) {
            legs.add(leg(part.strip()));
        }
        return new UsageCurve(legs.getLast().to, List.copyOf(legs));
    }

    /// Where it is so long after its start; before that, where it starts.
    public Quantity at(Duration sinceStart) {
        var left = sinceStart.isNegative() ? Duration.ZERO : sinceStart;
        for (var leg : legs) {
            if (left.compareTo(leg.takes) < 0) {
                return leg.at(left);
            }
            left = left.minus(leg.takes);
        }
        return end;
    }

    /// Whether it is below zero at any time.
    boolean isEverNegative() {
        return end.signum() < 0 || legs.stream().anyMatch(leg -> leg.from.signum() < 0 || leg.to.signum() < 0);
    }

    private static Leg leg(String text) {
        int between = text.indexOf(BETWEEN);
        int slash = text.indexOf('/');
        if (between < 0 || slash < between) {
            throw new IllegalArgumentException(
                    "%s is no leg of a curve such as 100m..800m/10m".formatted(GoText.quote(text)));
        }
        var takes = GoDuration.parse(text.substring(slash + 1).strip());
        if (takes.toMillis() <= 0) {
            throw new IllegalArgumentException("%s takes no time".formatted(GoText.quote(text)));
        }
        return new Leg(
                amount(text.substring(0, between)), amount(text.substring(between + BETWEEN.length(), slash)), takes);
    }

    private static Quantity amount(String text) {
        var stripped = text.strip();
        try {
            return plainlyWritten(Quantity.parse(stripped));
        } catch (NumberFormatException problem) {
            throw new IllegalArgumentException(
                    "%s is no quantity such as 250m or 64Mi".formatted(GoText.quote(stripped)), problem);
        }
    }

    /// Arithmetic makes a quantity forget how it was spelled.
    private static Quantity plainlyWritten(Quantity amount) {
        return amount.plus(Quantity.ZERO);
    }
}
