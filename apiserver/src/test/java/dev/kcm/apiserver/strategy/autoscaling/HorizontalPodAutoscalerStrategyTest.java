package dev.kcm.apiserver.strategy.autoscaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.model.autoscaling.v2.HorizontalPodAutoscaler;
import dev.kcm.model.autoscaling.v2.HorizontalPodAutoscalerBehavior;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// The words are those of a real API server.
class HorizontalPodAutoscalerStrategyTest {

    @Test
    void rules_of_its_own_get_what_they_leave_out() {
        var behavior = behaving(it -> it.scaleUp(up ->
                        up.addPolicies(policy -> policy.type("Pods").value(1).periodSeconds(60))))
                .spec()
                .behavior()
                .orElseThrow();

        var up = behavior.scaleUp().orElseThrow();
        assertThat(up.policies()).hasSize(1);
        assertThat(up.selectPolicy()).contains("Max");
        assertThat(up.stabilizationWindowSeconds()).contains(0);
        var down = behavior.scaleDown().orElseThrow();
        assertThat(down.policies())
                .singleElement()
                .satisfies(policy -> assertThat(policy.value()).isEqualTo(100));
        assertThat(down.stabilizationWindowSeconds()).isEmpty();
    }

    @Test
    void windows_periods_and_values_have_their_limits() {
        assertThatThrownBy(() -> create(behaving(it -> it.scaleDown(down -> down.stabilizationWindowSeconds(3601)
                        .selectPolicy("Most")
                        .addPolicies(policy -> policy.type("Half").value(0).periodSeconds(1801))))))
                .hasMessageContaining("spec.behavior.scaleDown.stabilizationWindowSeconds: Invalid value: 3601: must be"
                        + " less than or equal to 3600")
                .hasMessageContaining("spec.behavior.scaleDown.selectPolicy: Unsupported value: \"Most\": supported"
                        + " values: \"Disabled\", \"Max\", \"Min\"")
                .hasMessageContaining("spec.behavior.scaleDown.policies[0].type: Unsupported value: \"Half\"")
                .hasMessageContaining(
                        "spec.behavior.scaleDown.policies[0].value: Invalid value: 0: must be greater than zero")
                .hasMessageContaining("spec.behavior.scaleDown.policies[0].periodSeconds: Invalid value: 1801: must be"
                        + " less than or equal to 1800");
    }

    private static HorizontalPodAutoscaler behaving(Consumer<HorizontalPodAutoscalerBehavior.Builder> behavior) {
        return HorizontalPodAutoscalerStrategy.STRATEGY.defaulted(HorizontalPodAutoscaler.builder()
                .metadata(it -> it.namespace("default").name("web"))
                .spec(it -> it.maxReplicas(5)
                        .scaleTargetRef(target ->
                                target.apiVersion("apps/v1").kind("Deployment").name("web"))
                        .behavior(behavior))
                .build());
    }

    private static void create(HorizontalPodAutoscaler autoscaler) {
        var errors = new FieldErrors();
        HorizontalPodAutoscalerStrategy.STRATEGY.validate(autoscaler, errors);
        errors.throwIfAny(HorizontalPodAutoscaler.HORIZONTAL_POD_AUTOSCALERS, autoscaler.name());
    }
}
