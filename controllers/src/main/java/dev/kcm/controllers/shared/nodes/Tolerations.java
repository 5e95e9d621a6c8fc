package dev.kcm.controllers.shared.nodes;

import dev.kcm.model.core.v1.Taint;
import dev.kcm.model.core.v1.Toleration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// What a pod puts up with.
///
/// @param comparesNumbers whether the operators `Lt` and `Gt` mean something; where not, they tolerate nothing
public record Tolerations(List<Toleration> all, boolean comparesNumbers) {
    /// The gate that says whether `Lt` and `Gt` mean something.
    public static final String COMPARISON_GATE = "TaintTolerationComparisonOperators";

    private static final Pattern DECIMAL = Pattern.compile("0|-?[1-9][0-9]*");

    /// The first that tolerates the taint, in the pod's order: the one that counts, also where a later one is more
    /// patient.
    public Optional<Toleration> firstFor(Taint taint) {
        return all.stream().filter(it -> tolerates(it, taint)).findFirst();
    }

    public boolean tolerate(Taint taint) {
        return firstFor(taint).isPresent();
    }

    private boolean tolerates(Toleration toleration, Taint taint) {
        boolean isSameEffect =
                toleration.effect().isEmpty() || toleration.effect().equals(taint.effect());
        boolean isSameKey = toleration.key().isEmpty() || toleration.key().equals(taint.key());
        return isSameEffect
                && isSameKey
                && switch (toleration.operator()) {
                    case "", "Equal" -> toleration.value().equals(taint.value());
                    case "Exists" -> true;
                    case "Lt" -> comparesNumbers && compare(taint, toleration) < 0;
                    case "Gt" -> comparesNumbers && compare(taint, toleration) > 0;
                    default -> false;
                };
    }

    /// Zero, which is neither less nor greater, where one of them is no number.
    private static int compare(Taint taint, Toleration toleration) {
        var ours = number(taint.value());
        var limit = number(toleration.value());
        return ours.isEmpty() || limit.isEmpty() ? 0 : ours.get().compareTo(limit.get());
    }

    private static Optional<Long> number(String text) {
        if (!DECIMAL.matcher(text).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(Long.parseLong(text));
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }
}
