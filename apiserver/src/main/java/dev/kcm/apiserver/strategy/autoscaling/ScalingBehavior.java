package dev.kcm.apiserver.strategy.autoscaling;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.FieldPath;
import dev.kcm.model.autoscaling.v2.HPAScalingPolicy;
import dev.kcm.model.autoscaling.v2.HPAScalingRules;
import dev.kcm.model.autoscaling.v2.HorizontalPodAutoscalerBehavior;
import java.util.List;

/// The rules that an autoscaler may have of its own: their defaults, and what they may be.
final class ScalingBehavior {
    private static final FieldPath PATH = FieldPath.SPEC.child("behavior");
    private static final int LONGEST_WINDOW = 3600;
    private static final int LONGEST_PERIOD = 1800;
    private static final List<String> SELECT_POLICIES = List.of("Disabled", "Max", "Min");
    private static final List<String> POLICY_TYPES = List.of("Percent", "Pods");

    private ScalingBehavior() {}

    /// What is left out; the window for scaling down is left to the controller.
    static HorizontalPodAutoscalerBehavior defaulted(HorizontalPodAutoscalerBehavior behavior) {
        var up = behavior.scaleUp().orElse(HPAScalingRules.EMPTY);
        var down = behavior.scaleDown().orElse(HPAScalingRules.EMPTY);
        return behavior.withScaleUp(defaulted(up, List.of(policy("Pods", 4), policy("Percent", 100)))
                        .withStabilizationWindowSeconds(
                                up.stabilizationWindowSeconds().orElse(0)))
                .withScaleDown(defaulted(down, List.of(policy("Percent", 100))));
    }

    private static HPAScalingRules defaulted(HPAScalingRules rules, List<HPAScalingPolicy> usual) {
        var selected = rules.withSelectPolicy(rules.selectPolicy().orElse("Max"));
        return rules.policies().isEmpty() ? selected.withPolicies(usual) : selected;
    }

    private static HPAScalingPolicy policy(String type, int value) {
        return HPAScalingPolicy.builder()
                .type(type)
                .value(value)
                .periodSeconds(15)
                .build();
    }

    static void validate(HorizontalPodAutoscalerBehavior behavior, FieldErrors errors) {
        behavior.scaleUp().ifPresent(rules -> validate(rules, PATH.child("scaleUp"), errors));
        behavior.scaleDown().ifPresent(rules -> validate(rules, PATH.child("scaleDown"), errors));
    }

    private static void validate(HPAScalingRules rules, FieldPath path, FieldErrors errors) {
        rules.stabilizationWindowSeconds().ifPresent(window -> {
            if (window < 0) {
                errors.invalid(
                        path.child("stabilizationWindowSeconds"), window, "must be greater than or equal to zero");
            }
            if (window > LONGEST_WINDOW) {
                errors.invalid(
                        path.child("stabilizationWindowSeconds"),
                        window,
                        "must be less than or equal to " + LONGEST_WINDOW);
            }
        });
        rules.selectPolicy()
                .filter(policy -> !SELECT_POLICIES.contains(policy))
                .ifPresent(policy -> errors.unsupported(path.child("selectPolicy"), policy, SELECT_POLICIES));
        for (int i = 0; i < rules.policies().size(); i++) {
            validate(rules.policies().get(i), path.child("policies").index(i), errors);
        }
        rules.tolerance()
                .filter(tolerance -> tolerance.signum() < 0)
                .ifPresent(tolerance ->
                        errors.invalid(path.child("tolerance"), tolerance, "must be greater than or equal to 0"));
    }

    private static void validate(HPAScalingPolicy policy, FieldPath path, FieldErrors errors) {
        if (!POLICY_TYPES.contains(policy.type())) {
            errors.unsupported(path.child("type"), policy.type(), POLICY_TYPES);
        }
        if (policy.value() <= 0) {
            errors.invalid(path.child("value"), policy.value(), "must be greater than zero");
        }
        if (policy.periodSeconds() <= 0) {
            errors.invalid(path.child("periodSeconds"), policy.periodSeconds(), "must be greater than zero");
        }
        if (policy.periodSeconds() > LONGEST_PERIOD) {
            errors.invalid(
                    path.child("periodSeconds"),
                    policy.periodSeconds(),
                    "must be less than or equal to " + LONGEST_PERIOD);
        }
    }
}
