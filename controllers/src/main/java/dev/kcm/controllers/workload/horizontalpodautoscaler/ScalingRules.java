package dev.kcm.controllers.workload.horizontalpodautoscaler;

import dev.kcm.model.autoscaling.v2.HPAScalingPolicy;
import dev.kcm.model.autoscaling.v2.HPAScalingRules;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.IntBinaryOperator;
import java.util.function.ToIntFunction;

/// How fast a target may be scaled in one direction: an autoscaler's own rules, with the API's defaults for what they
/// leave out.
///
/// @param window how far to look back for recommendations that were more careful
record ScalingRules(Duration window, String select, List<HPAScalingPolicy> policies) {
    private static final String MIN = "Min";
    private static final String DISABLED = "Disabled";
    private static final String PODS = "Pods";
    private static final Duration USUAL_PERIOD = Duration.ofSeconds(15);

    static ScalingRules up(Optional<HPAScalingRules> rules) {
        return of(rules, Duration.ZERO, List.of(policy(PODS, 4), policy("Percent", 100)));
    }

    /// @param usualWindow what the flag says
    static ScalingRules down(Optional<HPAScalingRules> rules, Duration usualWindow) {
        return of(rules, usualWindow, List.of(policy("Percent", 100)));
    }

    private static ScalingRules of(
            Optional<HPAScalingRules> rules, Duration usualWindow, List<HPAScalingPolicy> usualPolicies) {
        return new ScalingRules(
                rules.flatMap(HPAScalingRules::stabilizationWindowSeconds)
                        .map(Duration::ofSeconds)
                        .orElse(usualWindow),
                rules.flatMap(HPAScalingRules::selectPolicy).orElse("Max"),
                rules.map(HPAScalingRules::policies)
                        .filter(policies -> !policies.isEmpty())
                        .orElse(usualPolicies));
    }

    private static HPAScalingPolicy policy(String type, int value) {
        return HPAScalingPolicy.builder()
                .type(type)
                .value(value)
                .periodSeconds((int) USUAL_PERIOD.toSeconds())
                .build();
    }

    Duration longestPeriod() {
        return policies.stream()
                .map(ScalingRules::period)
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
    }

    /// The most replicas there may be now, never less than there are.
    int upperLimit(int current, ScaleHistory history, Instant now) {
        return Math.max(current, limit(current, select.equals(MIN) ? Math::min : Math::max, policy -> {
            int start = history.replicasAtStart(current, period(policy), now);
            return policy.type().equals(PODS)
                    ? start + policy.value()
                    : (int) Math.ceil(start * (1 + policy.value() / 100.0));
        }));
    }

    /// The fewest replicas there may be now, never more than there are.
    int lowerLimit(int current, ScaleHistory history, Instant now) {
        return Math.min(current, limit(current, select.equals(MIN) ? Math::max : Math::min, policy -> {
            int start = history.replicasAtStart(current, period(policy), now);
            return policy.type().equals(PODS) ? start - policy.value() : (int) (start * (1 - policy.value() / 100.0));
        }));
    }

    private int limit(int current, IntBinaryOperator choice, ToIntFunction<HPAScalingPolicy> limitOf) {
        return select.equals(DISABLED)
                ? current
                : policies.stream().mapToInt(limitOf).reduce(choice).orElse(current);
    }

    private static Duration period(HPAScalingPolicy policy) {
        return Duration.ofSeconds(policy.periodSeconds());
    }
}
