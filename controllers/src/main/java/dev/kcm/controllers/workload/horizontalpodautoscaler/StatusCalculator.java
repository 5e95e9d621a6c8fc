package dev.kcm.controllers.workload.horizontalpodautoscaler;

import dev.kcm.model.autoscaling.v2.HorizontalPodAutoscalerStatus;
import java.time.temporal.ChronoUnit;

/// The status of an autoscaler after a sync. It is made anew each time; upstream never sets observedGeneration.
record StatusCalculator(Snapshot snapshot, Decision decision) {

    /// What it is unless the target was to be scaled.
    HorizontalPodAutoscalerStatus unscaled() {
        return switch (decision.end()) {
            case NO_TARGET ->
                snapshot.autoscaler()
                        .status()
                        .withConditions(decision.conditions().all());
            case NO_PROPOSAL -> status(snapshot.autoscaler().status().desiredReplicas(), decision.conditions(), false);
            case STAYS, RESCALES -> status(decision.desired(), decision.conditions(), false);
        };
    }

    /// What it is when the server would not have the target scaled.
    HorizontalPodAutoscalerStatus refused(String error) {
        var conditions = decision.conditions()
                .with(
                        ConditionTypes.ABLE_TO_SCALE,
                        false,
                        Reasons.FAILED_UPDATE_SCALE,
                        "the HPA controller was unable to update the target scale: " + error);
        return status(snapshot.autoscaler().status().desiredReplicas(), conditions, false);
    }

    HorizontalPodAutoscalerStatus scaled() {
        var conditions = decision.conditions()
                .with(
                        ConditionTypes.ABLE_TO_SCALE,
                        true,
                        Reasons.SUCCEEDED_RESCALE,
                        "the HPA controller was able to update the target scale to " + decision.desired());
        return status(decision.desired(), withScaledToZero(conditions), true);
    }

    private ConditionList withScaledToZero(ConditionList conditions) {
        if (!snapshot.policy().scalesToZero()) {
            return conditions.without(ConditionTypes.SCALED_TO_ZERO);
        }
        var autoscaler = snapshot.autoscaler();
        boolean isAtZero = decision.current() > 0
                && decision.desired() == 0
                && Normalization.minReplicas(autoscaler) == 0
                && ScalingBounds.canStartFromZero(autoscaler);
        return isAtZero
                ? conditions.with(
                        ConditionTypes.SCALED_TO_ZERO,
                        true,
                        Reasons.SCALED_TO_ZERO,
                        "the HPA controller scaled the workload to zero")
                : conditions.with(
                        ConditionTypes.SCALED_TO_ZERO,
                        false,
                        Reasons.NOT_SCALED_TO_ZERO,
                        "the HPA controller did not scale the workload to zero");
    }

    private HorizontalPodAutoscalerStatus status(int desired, ConditionList conditions, boolean wasScaled) {
        var status = HorizontalPodAutoscalerStatus.builder()
                .currentReplicas(decision.current())
                .desiredReplicas(desired)
                .currentMetrics(decision.metrics())
                .conditions(conditions.all());
        if (wasScaled) {
            status.lastScaleTime(snapshot.now().truncatedTo(ChronoUnit.SECONDS));
        } else {
            snapshot.autoscaler().status().lastScaleTime().ifPresent(status::lastScaleTime);
        }
        return status.build();
    }
}
