package dev.kcm.controllers.node.tainteviction;

import dev.kcm.controllers.shared.nodes.Tolerations;
import dev.kcm.model.core.v1.Taint;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// How long a pod tolerates all taints of a list.
sealed interface Patience {
    /// Longer than anybody waits, and short enough to calculate with.
    Duration FOR_EVER = Duration.ofDays(36_500);

    /// One of the taints is not tolerated at all.
    record None(Taint taint) implements Patience {}

    record Limited(Duration length) implements Patience {}

    record Unlimited() implements Patience {}

    /// For each taint the first toleration that matches it counts, and of these the least patient; less than no time
    /// is no time.
    static Patience of(Tolerations tolerations, List<Taint> taints) {
        var shortest = FOR_EVER;
        for (var taint : taints) {
            var toleration = tolerations.firstFor(taint);
            if (toleration.isEmpty()) {
                return new None(taint);
            }
            shortest = shorter(shortest, toleration.get().tolerationSeconds());
        }
        return shortest.equals(FOR_EVER) ? new Unlimited() : new Limited(shortest);
    }

    private static Duration shorter(Duration one, Optional<Long> seconds) {
        var other = seconds.map(it -> Duration.ofSeconds(Math.max(0, it))).orElse(FOR_EVER);
        return one.compareTo(other) <= 0 ? one : other;
    }
}
