package dev.kcm.controllers.workload.horizontalpodautoscaler;

import static dev.kcm.base.flags.ValueLimits.atLeast;

import dev.kcm.base.flags.Flags;
import java.time.Duration;

/// What can be set about the horizontal-pod-autoscaler-controller.
public record HorizontalPodAutoscalerOptions(
        int concurrentSyncs,
        Duration syncPeriod,
        Duration downscaleStabilization,
        Duration cpuInitializationPeriod,
        Duration initialReadinessDelay,
        double tolerance) {
    public static final Flags<HorizontalPodAutoscalerOptions> FLAGS = Flags.section(
                    "horizontal-pod-autoscaler-controller")
            .count(
                    "concurrent-horizontal-pod-autoscaler-syncs",
                    5,
                    "How many HorizontalPodAutoscalers are synced at the same time; at least 1.")
            .duration(
                    "horizontal-pod-autoscaler-sync-period",
                    Duration.ofSeconds(15),
                    "How often metrics are read and the number of pods is worked out again.")
            .duration(
                    "horizontal-pod-autoscaler-downscale-stabilization",
                    Duration.ofMinutes(5),
                    "How far to look back before scaling down: never below the highest"
                            + " recommendation within this time.")
            .duration(
                    "horizontal-pod-autoscaler-cpu-initialization-period",
                    Duration.ofMinutes(5),
                    "How long after its start a pod's CPU samples may be left out.")
            .duration(
                    "horizontal-pod-autoscaler-initial-readiness-delay",
                    Duration.ofSeconds(30),
                    "How long after its start a change of a pod's readiness counts as it"
                            + " becoming ready for the first time.")
            .decimal(
                    "horizontal-pod-autoscaler-tolerance",
                    0.1,
                    "How far the ratio of wanted to actual metric may be from 1.0 before anything is scaled.")
            .into(HorizontalPodAutoscalerOptions::new)
            .checkedBy(options -> atLeast("concurrent-horizontal-pod-autoscaler-syncs", 1, options.concurrentSyncs()));
}
