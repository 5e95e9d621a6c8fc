package dev.kcm.controllers.housekeeping.podgarbagecollector;

import dev.kcm.controllers.shared.pods.DisruptionTarget;
import dev.kcm.controllers.shared.pods.PodState;
import dev.kcm.model.json.Json;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.operation.PatchType;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;

/// A pod to be removed, and why.
record PodToDelete(LeanPod pod, Reason reason) {
    static final String OUT_OF_SERVICE_TAINT = "node.kubernetes.io/out-of-service";
    static final String EVICTED = "Evicted";

    private static final DisruptionTarget DISRUPTED =
            new DisruptionTarget("DeletionByPodGC", "PodGC: node no longer exists");

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
                .with("status", reason == Reason.ORPHANED ? DISRUPTED.addedTo(status, pod, now) : status);
    }
}
