package dev.kcm.conformance.workload;

import dev.kcm.model.Conditions;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.PodCondition;
import dev.kcm.model.meta.v1.Condition;
import dev.kcm.model.policy.v1.PodDisruptionBudget;
import dev.kcm.testing.scenario.Action;
import dev.kcm.testing.scenario.ObjectLocator;
import java.time.Instant;

/// Conditions that others than the controller write.
final class DisruptionConditions {
    private DisruptionConditions() {}

    /// Somebody else's condition of a budget.
    static Action added(ObjectLocator<PodDisruptionBudget> budget, String type) {
        return new Action("add condition " + type, scenario -> {
            var api = scenario.client().on(budget.resource());
            var present = api.get(budget.key(scenario));
            var condition = Condition.builder()
                    .type(type)
                    .status("True")
                    .reason("Because")
                    .lastTransitionTime(Instant.parse("2026-01-01T00:00:00Z"))
                    .build();
            var _ = api.updateStatus(present.withStatus(
                    status -> status.conditions(Conditions.with(present.status().conditions(), condition))));
        });
    }

    /// Somebody says that a pod is to be disrupted, and does nothing about it.
    static Action announced(ObjectLocator<Pod> pod, String reason) {
        return new Action("announce the disruption of " + pod, scenario -> {
            var api = scenario.client().on(pod.resource());
            var present = api.get(pod.key(scenario));
            var condition = PodCondition.builder()
                    .type("DisruptionTarget")
                    .status("True")
                    .reason(reason)
                    .message("it has to go")
                    .lastTransitionTime(now(present))
                    .build();
            var _ = api.updateStatus(present.withStatus(
                    status -> status.conditions(Conditions.with(present.status().conditions(), condition))));
        });
    }

    /// The API server grants the eviction of a pod, and crashes before it deletes it.
    static Action granted(ObjectLocator<PodDisruptionBudget> budget, ObjectLocator<Pod> pod) {
        return new Action("grant the eviction of " + pod, scenario -> {
            var api = scenario.client().on(budget.resource());
            var present = api.get(budget.key(scenario));
            var one = scenario.client().on(pod.resource()).get(pod.key(scenario));
            var _ = api.updateStatus(present.withStatus(
                    status -> status.disruptionsAllowed(present.status().disruptionsAllowed() - 1)
                            .putDisruptedPods(one.name(), now(one))));
        });
    }

    /// The cluster's time, as far as a pod tells: it has just come to rest.
    private static Instant now(Pod pod) {
        return pod.status().conditions().stream()
                .flatMap(condition -> condition.lastTransitionTime().stream())
                .max(Instant::compareTo)
                .orElseThrow();
    }
}
