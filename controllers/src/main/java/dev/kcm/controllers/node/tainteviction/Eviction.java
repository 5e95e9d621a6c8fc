package dev.kcm.controllers.node.tainteviction;

import dev.kcm.controllers.shared.pods.DisruptionTarget;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.ObjectRef;
import dev.kcm.model.json.Json;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.operation.PatchType;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// A pod that is to go.
///
/// @param uid of the pod that is meant; a later one of its name has its own
/// @param isMarked whether users were told that it goes now, so that it was tried before
record Eviction(String uid, Instant due, boolean isMarked) {
    static final String REASON = "TaintManagerEviction";

    private static final DisruptionTarget DISRUPTED =
            new DisruptionTarget("DeletionByTaintManager", "Taint manager: deleting due to NoExecute taint");

    static Eviction at(Instant due, LeanPod pod) {
        return new Eviction(pod.uid(), due, false);
    }

    Eviction marked() {
        return new Eviction(uid, due, true);
    }

    boolean isOf(LeanPod pod) {
        return pod.uid().equals(uid);
    }

    boolean isDue(Instant now) {
        return !due.isAfter(now);
    }

    Duration timeLeft(Instant now) {
        return Duration.between(now, due);
    }

    /// Users are told, then whoever counts the pod's result learns why it goes, then it goes. What has been done before
    /// is not done again: to delete a pod that is going with its own grace period changes nothing.
    List<Step> steps(LeanPod pod, Instant now) {
        var steps = new ArrayList<Step>();
        if (!isMarked) {
            steps.add(event(pod.key(), "Marking for deletion Pod " + pod.key()));
        }
        if (!DISRUPTED.isSetOn(pod)) {
            var patch = Json.object("metadata", Json.object().with("uid", pod.uid()))
                    .with("status", DISRUPTED.addedTo(Json.object(), pod, now));
            steps.add(Step.patchStatus(LeanPod.PODS, pod.key(), PatchType.STRATEGIC, patch));
        }
        if (!pod.isDeleting()) {
            steps.add(Step.delete(LeanPod.PODS, pod.key(), pod.uid()));
        }
        return steps;
    }

    static Step cancelled(ObjectKey pod) {
        return event(pod, "Cancelling deletion of Pod " + pod);
    }

    /// As upstream's, about whatever pod has this name.
    private static Step event(ObjectKey pod, String note) {
        return Step.event(new ObjectRef(LeanPod.PODS, pod, ""), REASON, note);
    }
}
