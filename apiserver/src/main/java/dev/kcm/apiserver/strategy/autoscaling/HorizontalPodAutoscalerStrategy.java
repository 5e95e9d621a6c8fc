package dev.kcm.apiserver.strategy.autoscaling;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.FieldPath;
import dev.kcm.apiserver.strategy.Part;
import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.model.autoscaling.v2.HorizontalPodAutoscaler;

/// Defaulting, validation and update rules of horizontal pod autoscalers.
public final class HorizontalPodAutoscalerStrategy {
    private static final int USUAL_UTILIZATION = 80;

    public static final Strategy<HorizontalPodAutoscaler> STRATEGY = Strategy.of(
                    HorizontalPodAutoscaler.HORIZONTAL_POD_AUTOSCALERS)
            .defaults(HorizontalPodAutoscalerStrategy::defaulted)
            .spec(Part.of(HorizontalPodAutoscaler::spec, HorizontalPodAutoscaler::withSpec))
            .status(Part.of(HorizontalPodAutoscaler::status, HorizontalPodAutoscaler::withStatus))
            .validation(HorizontalPodAutoscalerStrategy::validate)
            .build();

    private HorizontalPodAutoscalerStrategy() {}

    private static HorizontalPodAutoscaler defaulted(HorizontalPodAutoscaler autoscaler) {
        var spec = autoscaler.spec();
        return autoscaler.withSpec(changed -> {
            changed.minReplicas(spec.minReplicas().orElse(1));
            if (spec.metrics().isEmpty()) {
                changed.addMetrics(metric -> metric.type("Resource")
                        .resource(resource -> resource.name("cpu")
                                .target(target -> target.type("Utilization").averageUtilization(USUAL_UTILIZATION))));
            }
            spec.behavior().ifPresent(behavior -> changed.behavior(ScalingBehavior.defaulted(behavior)));
        });
    }

    private static void validate(HorizontalPodAutoscaler autoscaler, FieldErrors errors) {
        var spec = autoscaler.spec();
        int least = spec.minReplicas().orElse(1);
        if (least < 1) {
            errors.invalid(FieldPath.SPEC.child("minReplicas"), least, "must be greater than or equal to 1");
        }
        if (spec.maxReplicas() < 1) {
            errors.invalid(FieldPath.SPEC.child("maxReplicas"), spec.maxReplicas(), "must be greater than 0");
        }
        if (spec.maxReplicas() < least) {
            errors.invalid(
                    FieldPath.SPEC.child("maxReplicas"),
                    spec.maxReplicas(),
                    "must be greater than or equal to `minReplicas`");
        }
        spec.behavior().ifPresent(behavior -> ScalingBehavior.validate(behavior, errors));
    }
}
