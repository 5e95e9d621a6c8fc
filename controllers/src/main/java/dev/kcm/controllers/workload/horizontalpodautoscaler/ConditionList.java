package dev.kcm.controllers.workload.horizontalpodautoscaler;

import dev.kcm.model.Conditions;
import dev.kcm.model.autoscaling.v2.HorizontalPodAutoscalerCondition;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/// The conditions of an autoscaler while they are worked out.
record ConditionList(List<HorizontalPodAutoscalerCondition> all, Instant now) {

    ConditionList with(String type, boolean isTrue, String reason, String message) {
        var condition = HorizontalPodAutoscalerCondition.builder()
                .type(type)
                .status(isTrue ? "True" : "False")
                .reason(reason)
                .message(message)
                .lastTransitionTime(now.truncatedTo(ChronoUnit.SECONDS))
                .build();
        return new ConditionList(Conditions.with(all, condition), now);
    }

    ConditionList without(String type) {
        return new ConditionList(Conditions.without(all, type), now);
    }
}
