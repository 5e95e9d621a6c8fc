package dev.kcm.controllers.workload.disruption;

import dev.kcm.model.policy.v1.PodDisruptionBudgetSpec;
import dev.kcm.model.value.IntOrString;
import java.util.Optional;

/// How many pods a budget stands for, and how many of them have to be healthy.
record ExpectedPods(int expected, int desiredHealthy) {

    /// Whether that depends on how many pods their workloads want. A number of pods that have to be there does not.
    static boolean needsScale(PodDisruptionBudgetSpec spec) {
        return spec.maxUnavailable().isPresent()
                || spec.minAvailable()
                        .filter(IntOrString.Text.class::isInstance)
                        .isPresent();
    }

    /// What is wrong with the amounts of a budget, in upstream's words.
    static Optional<String> problem(PodDisruptionBudgetSpec spec) {
        try {
            var _ = of(spec, 0, 0);
            return Optional.empty();
        } catch (IllegalArgumentException invalid) {
            return Optional.of(String.valueOf(invalid.getMessage()));
        }
    }

    /// @param selected how many pods there are
    /// @param scale how many pods their workloads want
    static ExpectedPods of(PodDisruptionBudgetSpec spec, int selected, int scale) {
        if (spec.maxUnavailable().isPresent()) {
            int most = spec.maxUnavailable().get().scaled(scale, true);
            return new ExpectedPods(scale, Math.max(0, scale - most));
        }
        return switch (spec.minAvailable().orElse(null)) {
            case null -> new ExpectedPods(0, 0);
            case IntOrString.Number(var number) -> new ExpectedPods(selected, number);
            case IntOrString.Text share -> new ExpectedPods(scale, share.scaled(scale, true));
        };
    }
}
