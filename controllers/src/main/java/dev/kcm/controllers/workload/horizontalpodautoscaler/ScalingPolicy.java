package dev.kcm.controllers.workload.horizontalpodautoscaler;

import dev.kcm.base.gates.FeatureGates;
import java.time.Duration;

/// What flags and feature gates say about all autoscalers.
///
/// @param scalesToZero whether a target may be left without replicas, and be scaled up from there
/// @param hasOwnTolerance whether an autoscaler may have a tolerance of its own
/// @param countsPodLevelResources whether what pods ask for as a whole counts
record ScalingPolicy(
        HorizontalPodAutoscalerOptions options,
        boolean scalesToZero,
        boolean hasOwnTolerance,
        boolean countsPodLevelResources) {

    static ScalingPolicy of(HorizontalPodAutoscalerOptions options, FeatureGates gates) {
        return new ScalingPolicy(
                options,
                gates.isEnabled("HPAScaleToZero"),
                gates.isEnabled("HPAConfigurableTolerance"),
                gates.isEnabled("PodLevelResources"));
    }

    Duration usualWindow() {
        return options.downscaleStabilization();
    }
}
