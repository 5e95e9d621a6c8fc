package dev.kcm.controllers.housekeeping.podgarbagecollector;

import dev.kcm.controllers.shared.pods.PodState;
import dev.kcm.model.core.v1.PodCondition;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.lean.LeanPodCondition;
import dev.kcm.model.operation.PatchType;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A pod to be removed, and why.
record PodToDelete(LeanPod pod, Reason reason) {
    static final String OUT_OF_SERVICE_TAINT = "node.kubernetes.io/out-of-service";
    static final String EVICTED = "Evicted";
    static final String DISRUPTION_TARGET = "DisruptionTarget";
    static final String DELETION_BY_POD_GC = "DeletionByPodGC";
    static final String NODE_NO_LONGER_EXISTS = "PodGC: node no longer exists";

    enum Reason {
        TERMINATED("terminated", "more pods have ended than are kept"),
        OUT_OF_SERVICE("out-of-service", "ends on a node that is out of service"),
        ORPHANED("orphaned", "its node no longer exists"),
        UNSCHEDULED("unscheduled", "ends without ever having had a node");

        private final String label;
        private final String why;

        Reason(String label, String why) {
            this.label = label;
            this.why = why;
        }

        /// As upstream's metrics have it.
        String label() {
            return label;
        }
    }

    /// A pod without a kubelet would be Running for ever: it is failed first, so that whoever
    /// counts its result sees one, and only then removed.
    Plan plan(Instant now) {
        var steps = new ArrayList<Step>();
        if (!PodState.isFinished(pod)) {
            steps.add(Step.patchStatus(LeanPod.PODS, pod.key(), PatchType.STRATEGIC, failing(now)));
        }
        if (!isGoingAtOnce()) {
            steps.add(Step.delete(LeanPod.PODS, pod.key(), pod.uid()).withGracePeriod(Duration.ZERO));
        }
        return Plan.inOrder(steps.isEmpty() ? "only finalizers hold it" : reason.why, steps);
    }

    /// It is gone with its last finalizer: to ask again, as upstream does every 20 seconds, changes
    /// nothing.
    private boolean isGoingAtOnce() {
        return pod.isDeleting() && pod.metadata().deletionGracePeriodSeconds().equals(Optional.of(0L));
    }

    private Json failing(Instant now) {
        var status = Json.object()
                .with("phase", PodState.FAILED)
                .with("observedGeneration", pod.metadata().generation());
        return Json.object("metadata", Json.object().with("uid", pod.uid()))
                .with("status", reason == Reason.ORPHANED ? disrupted(status, now) : status);
    }

    private JsonObject disrupted(JsonObject status, Instant now) {
        var condition = PodCondition.builder()
                .type(DISRUPTION_TARGET)
                .status("True")
                .observedGeneration(pod.metadata().generation())
                .reason(DELETION_BY_POD_GC)
                .message(NODE_NO_LONGER_EXISTS)
                .lastTransitionTime(disruptedSince().orElse(now))
                .build();
        return status.with("conditions", Json.array(Json.parse(condition.toString())))
                .with("$setElementOrder/conditions", Json.array(order()));
    }

    private Optional<Instant> disruptedSince() {
        return pod.status().conditions().stream()
                .filter(condition -> condition.type().equals(DISRUPTION_TARGET))
                .filter(condition -> condition.status().equals("True"))
                .findFirst()
                .flatMap(LeanPodCondition::lastTransitionTime);
    }

    /// The conditions keep their places; a new one comes last.
    private List<Json> order() {
        var types = new ArrayList<String>();
        pod.status().conditions().forEach(condition -> types.add(condition.type()));
        if (!types.contains(DISRUPTION_TARGET)) {
            types.add(DISRUPTION_TARGET);
        }
        return types.stream()
                .<Json>map(type -> Json.object().with("type", type))
                .toList();
    }
}
