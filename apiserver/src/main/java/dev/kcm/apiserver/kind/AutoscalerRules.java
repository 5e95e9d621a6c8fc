package dev.kcm.apiserver.kind;

import dev.kcm.model.autoscaling.v2.HorizontalPodAutoscaler;

/// Autoscalers of pods.
final class AutoscalerRules {
    private static final int USUAL_UTILIZATION = 80;

    static final Strategy<HorizontalPodAutoscaler> HORIZONTAL_POD_AUTOSCALERS = Strategy.of(
                    HorizontalPodAutoscaler.HORIZONTAL_POD_AUTOSCALERS)
            .defaults(AutoscalerRules::defaulted)
            .spec(Part.of(HorizontalPodAutoscaler::spec, HorizontalPodAutoscaler::withSpec))
            .status(Part.of(HorizontalPodAutoscaler::status, HorizontalPodAutoscaler::withStatus))
            .validation(AutoscalerRules::validate)
            .build();

    private AutoscalerRules() {}

    private static HorizontalPodAutoscaler defaulted(HorizontalPodAutoscaler autoscaler) {
        var spec = autoscaler.spec();
        return autoscaler.withSpec(changed -> {
            changed.minReplicas(spec.minReplicas().orElse(1));
            if (spec.metrics().isEmpty()) {
                changed.addMetrics(metric -> metric.type("Resource")
                        .resource(resource -> resource.name("cpu")
                                .target(target -> target.type("Utilization").averageUtilization(USUAL_UTILIZATION))));
            }
        });
    }

    private static void validate(HorizontalPodAutoscaler autoscaler, FieldErrors problems) {
        var spec = autoscaler.spec();
        int least = spec.minReplicas().orElse(1);
        if (least < 1) {
            problems.invalid(FieldPath.SPEC.child("minReplicas"), least, "must be greater than or equal to 1");
        }
        if (spec.maxReplicas() < 1) {
            problems.invalid(FieldPath.SPEC.child("maxReplicas"), spec.maxReplicas(), "must be greater than 0");
        }
        if (spec.maxReplicas() < least) {
            problems.invalid(
                    FieldPath.SPEC.child("maxReplicas"),
                    spec.maxReplicas(),
                    "must be greater than or equal to `minReplicas`");
        }
    }
}
