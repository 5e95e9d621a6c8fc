package dev.kcm.controllers.node.devicetainteviction;

import dev.kcm.model.json.Json;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.operation.PatchType;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;

/// Deletes a pod when its time has come.
final class PodEviction {
    static final String EVENT = "DeviceTaintManagerEviction";
    private static final String CONDITION = "DisruptionTarget";
    private static final String REASON = "DeletionByDeviceTaintManager";

    private PodEviction() {}

    static Plan decide(Snapshot.OfPod snapshot) {
        var pod = snapshot.pod();
        if (pod.isDeleting()) {
            return Plan.nothing("it is going");
        }
        if (snapshot.eviction().isEmpty()) {
            return snapshot.wasPending()
                    ? Plan.of("its devices are not tainted any more", event(pod, "Cancelling deletion"))
                    : Plan.nothing("none of its devices evicts it");
        }
        var eviction = snapshot.eviction().get();
        var remaining = Duration.between(snapshot.now(), eviction.at());
        return remaining.isPositive()
                ? Plan.nothing("it is evicted at %s: %s".formatted(eviction.at(), eviction.reasons()))
                        .wakingIn(remaining)
                : evicted(pod, eviction, snapshot.now());
    }

    /// Whether the pod is still to go after this.
    static boolean isPending(Snapshot.OfPod snapshot) {
        return snapshot.eviction().isPresent() && !snapshot.pod().isDeleting();
    }

    private static Plan evicted(LeanPod pod, Eviction eviction, Instant now) {
        var steps = new ArrayList<Step>();
        steps.add(event(pod, "Marking for deletion"));
        if (!isMarked(pod)) {
            steps.add(Step.patchStatus(LeanPod.PODS, pod.key(), PatchType.STRATEGIC, marking(pod, now)));
        }
        steps.add(Step.delete(pod));
        return Plan.inOrder("it is evicted: " + eviction.reasons(), steps);
    }

    private static boolean isMarked(LeanPod pod) {
        return pod.status().conditions().stream()
                .anyMatch(condition -> condition.type().equals(CONDITION)
                        && condition.status().equals("True")
                        && condition.reason().equals(REASON));
    }

    /// The uid makes the patch fail on another pod of the same name.
    private static Json marking(LeanPod pod, Instant now) {
        var condition = Json.object()
                .with("type", CONDITION)
                .with("status", "True")
                .with("reason", REASON)
                .with("message", "Device Taint manager: deleting due to NoExecute taint")
                .with("lastTransitionTime", now.truncatedTo(ChronoUnit.SECONDS).toString());
        return Json.object("metadata", Json.object().with("uid", pod.uid()))
                .with("status", Json.object("conditions", Json.array(condition)));
    }

    private static Step event(LeanPod pod, String note) {
        return Step.event(pod.ref(), EVENT, note);
    }
}
