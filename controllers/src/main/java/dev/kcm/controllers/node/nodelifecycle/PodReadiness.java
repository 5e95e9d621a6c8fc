package dev.kcm.controllers.node.nodelifecycle;

import dev.kcm.model.json.Json;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.lean.LeanPodCondition;
import dev.kcm.model.operation.PatchType;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Optional;

/// Pods on nodes that are not ready are not ready either; nobody is there to say so.
final class PodReadiness {
    private PodReadiness() {}

    /// Whether it is said to be ready, or not known to be unready.
    static boolean isToBeMarked(LeanPod pod) {
        return ready(pod)
                .filter(it -> !it.status().equals(ConditionTypes.FALSE))
                .isPresent();
    }

    /// Whether something changed that matters here.
    static boolean isAlike(LeanPod before, LeanPod now) {
        return before.spec().nodeName().equals(now.spec().nodeName())
                && ready(before).map(LeanPodCondition::status).equals(ready(now).map(LeanPodCondition::status));
    }

    /// A patch rather than the whole status, which is not in the cache; the conditions keep their places and all else
    /// they say.
    static Plan marking(String node, Collection<LeanPod> pods, Instant now) {
        var steps = new ArrayList<Step>();
        for (var pod : pods) {
            steps.add(Step.patchStatus(LeanPod.PODS, pod.key(), PatchType.STRATEGIC, unready(pod, now)));
            steps.add(Step.warning(pod.ref(), Reasons.NODE_NOT_READY, "Node is not ready"));
        }
        return Plan.together("node %s is not ready".formatted(node), steps);
    }

    private static Json unready(LeanPod pod, Instant now) {
        var condition = Json.object("type", Json.of(ConditionTypes.READY))
                .with("status", ConditionTypes.FALSE)
                .with("lastTransitionTime", now.truncatedTo(ChronoUnit.SECONDS).toString());
        return Json.object("metadata", Json.object().with("uid", pod.uid()))
                .with("status", Json.object("conditions", Json.array(condition)));
    }

    private static Optional<LeanPodCondition> ready(LeanPod pod) {
        return pod.status().conditions().stream()
                .filter(condition -> condition.type().equals(ConditionTypes.READY))
                .findFirst();
    }
}
