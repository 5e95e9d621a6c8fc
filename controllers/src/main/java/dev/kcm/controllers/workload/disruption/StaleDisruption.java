package dev.kcm.controllers.workload.disruption;

import dev.kcm.controllers.shared.pods.DisruptionTarget;
import dev.kcm.controllers.shared.pods.PodState;
import dev.kcm.model.json.Json;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.operation.PatchType;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/// A pod that was to be disrupted and is not, two minutes later: whoever said so failed to delete it, so that it does
/// not count as disrupted when it fails by itself.
final class StaleDisruption {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    /// The kubelet says so long before the pod ends.
    private static final String BY_KUBELET = "TerminationByKubelet";

    private StaleDisruption() {}

    /// Since when a pod is to be disrupted, if that may turn out not to be so.
    static Optional<Instant> announced(LeanPod pod) {
        return pod.isDeleting() || PodState.isFinished(pod)
                ? Optional.empty()
                : DisruptionTarget.present(pod)
                        .filter(condition -> !condition.reason().equals(BY_KUBELET))
                        .map(condition -> condition.lastTransitionTime().orElse(Instant.EPOCH));
    }

    static Plan decide(LeanPod pod, Instant now) {
        var since = announced(pod);
        if (since.isEmpty()) {
            return Plan.nothing("it is not about to be disrupted");
        }
        var remaining = Duration.between(now, since.get().plus(LIMIT));
        return remaining.isPositive()
                ? Plan.nothing("it is about to be disrupted, since " + since.get())
                        .wakingIn(remaining)
                : Plan.of("it was to be disrupted two minutes ago and still is there", takenBack(pod, now));
    }

    /// The version makes the patch fail if somebody else says something about the pod at the same time.
    private static Step takenBack(LeanPod pod, Instant now) {
        var patch = Json.object(
                        "metadata", Json.object().with("uid", pod.uid()).with("resourceVersion", pod.resourceVersion()))
                .with("status", DisruptionTarget.takenBack(Json.object(), pod, now.truncatedTo(ChronoUnit.SECONDS)));
        return Step.patchStatus(LeanPod.PODS, pod.key(), PatchType.STRATEGIC, patch);
    }
}
