package dev.kcm.controllers.shared.pods;

import dev.kcm.model.core.v1.PodCondition;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.lean.LeanPodCondition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The condition of a pod that goes for no fault of its own: whoever counts failures need not count this one.
///
/// @param reason who removes it
public record DisruptionTarget(String reason, String message) {
    private static final String TYPE = "DisruptionTarget";
    private static final String TRUE = "True";

    /// Whether the pod has it already, for the same reason.
    public boolean isSetOn(LeanPod pod) {
        return present(pod).filter(it -> it.reason().equals(reason)).isPresent();
    }

    /// A status with the condition, for a strategic-merge patch of the pod: the other conditions keep their places, a
    /// new one comes last.
    public JsonObject addedTo(JsonObject status, LeanPod pod, Instant now) {
        var condition = PodCondition.builder()
                .type(TYPE)
                .status(TRUE)
                .observedGeneration(pod.metadata().generation())
                .reason(reason)
                .message(message)
                .lastTransitionTime(present(pod)
                        .flatMap(LeanPodCondition::lastTransitionTime)
                        .orElse(now))
                .build();
        return status.with("conditions", Json.array(Json.parse(condition.toString())))
                .with("$setElementOrder/conditions", Json.array(order(pod)));
    }

    /// The same with the condition taken back: the pod stays after all.
    public static JsonObject takenBack(JsonObject status, LeanPod pod, Instant now) {
        var condition = PodCondition.builder()
                .type(TYPE)
                .status("False")
                .observedGeneration(pod.metadata().generation())
                .lastTransitionTime(now)
                .build();
        var fields = ((JsonObject) Json.parse(condition.toString()))
                .with("reason", Json.NULL)
                .with("message", Json.NULL);
        return status.with("conditions", Json.array(fields))
                .with("$setElementOrder/conditions", Json.array(order(pod)));
    }

    /// The condition of a pod that is to go, whoever said so.
    public static Optional<LeanPodCondition> present(LeanPod pod) {
        return pod.status().conditions().stream()
                .filter(condition -> condition.type().equals(TYPE))
                .filter(condition -> condition.status().equals(TRUE))
                .findFirst();
    }

    private static List<Json> order(LeanPod pod) {
        var types = new ArrayList<String>();
        pod.status().conditions().forEach(condition -> types.add(condition.type()));
        if (!types.contains(TYPE)) {
            types.add(TYPE);
        }
        return types.stream()
                .<Json>map(type -> Json.object().with("type", type))
                .toList();
    }
}
