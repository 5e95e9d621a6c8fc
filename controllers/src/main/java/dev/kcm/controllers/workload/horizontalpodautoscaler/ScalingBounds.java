package dev.kcm.controllers.workload.horizontalpodautoscaler;

import dev.kcm.model.Conditions;
import dev.kcm.model.autoscaling.v2.HorizontalPodAutoscaler;

/// What an autoscaler's bounds alone say about a target of a size, before any metric is asked.
sealed interface ScalingBounds {
    /// The metrics decide.
    record AskMetrics() implements ScalingBounds {}

    /// The target is outside the bounds: it goes there at once.
    record GoTo(int replicas, String reason) implements ScalingBounds {}

    /// Somebody set the target to zero, which switches autoscaling off.
    record Disabled() implements ScalingBounds {}

    String BELOW_MIN = "Current number of replicas below Spec.MinReplicas";
    String ABOVE_MAX = "Current number of replicas above Spec.MaxReplicas";

    static ScalingBounds of(HorizontalPodAutoscaler autoscaler, int current, boolean scalesToZero) {
        int min = Normalization.minReplicas(autoscaler);
        int max = autoscaler.spec().maxReplicas();
        if (current == 0) {
            boolean asks = isScaledToZero(autoscaler, scalesToZero) && (min != 0 || canStartFromZero(autoscaler));
            return asks ? new AskMetrics() : new Disabled();
        }
        return current > max ? new GoTo(max, ABOVE_MAX) : current < min ? new GoTo(min, BELOW_MIN) : new AskMetrics();
    }

    /// Whether it was the autoscaler that left the target without replicas.
    static boolean isScaledToZero(HorizontalPodAutoscaler autoscaler, boolean scalesToZero) {
        return scalesToZero && Conditions.isTrue(autoscaler.status().conditions(), ConditionTypes.SCALED_TO_ZERO);
    }

    /// Whether any of its metrics has a value while there are no pods.
    static boolean canStartFromZero(HorizontalPodAutoscaler autoscaler) {
        return autoscaler.spec().metrics().stream()
                .anyMatch(metric -> metric.type().equals(MetricEvaluation.OBJECT)
                        || metric.type().equals(MetricEvaluation.EXTERNAL));
    }
}
