package dev.kcm.controllers.housekeeping.resourcequota;

import dev.kcm.model.value.Quantity;
import java.util.HashMap;
import java.util.Map;

/// Arithmetic on amounts by name. What is given is never changed, but for the first argument of
/// methods that say `into`.
final class Amounts {
    static final Quantity ONE = Quantity.of(1);

    private Amounts() {}

    static void addInto(Map<String, Quantity> sum, Map<String, Quantity> more) {
        more.forEach((name, amount) -> sum.merge(name, amount, Quantity::plus));
    }

    static void raiseInto(Map<String, Quantity> highest, Map<String, Quantity> others) {
        others.forEach((name, amount) -> highest.merge(name, amount, Quantity::max));
    }

    static Map<String, Quantity> sum(Map<String, Quantity> one, Map<String, Quantity> other) {
        var sum = new HashMap<>(one);
        addInto(sum, other);
        return sum;
    }

    /// The larger of each.
    static Map<String, Quantity> highest(Map<String, Quantity> one, Map<String, Quantity> other) {
        var highest = new HashMap<>(one);
        raiseInto(highest, other);
        return highest;
    }
}
