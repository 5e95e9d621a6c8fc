package dev.kcm.controllers.workload.horizontalpodautoscaler;

import dev.kcm.model.autoscaling.v2.HPAScalingRules;
import dev.kcm.model.autoscaling.v2.HorizontalPodAutoscaler;
import dev.kcm.model.value.Quantity;
import java.util.Optional;

/// How far the ratio of usage to target may be from one before anything is scaled, in each direction.
record Tolerance(double down, double up) {

    /// @param usual what the flag says
    /// @param isConfigurable whether an autoscaler may say otherwise
    static Tolerance of(HorizontalPodAutoscaler autoscaler, double usual, boolean isConfigurable) {
        var behavior = autoscaler.spec().behavior().filter(_ -> isConfigurable);
        return new Tolerance(
                own(behavior.flatMap(it -> it.scaleDown()), usual), own(behavior.flatMap(it -> it.scaleUp()), usual));
    }

    private static double own(Optional<HPAScalingRules> rules, double usual) {
        return rules.flatMap(HPAScalingRules::tolerance)
                .map(Quantity::doubleValue)
                .orElse(usual);
    }

    boolean covers(double ratio) {
        return 1.0 - down <= ratio && ratio <= 1.0 + up;
    }
}
