package dev.kcm.controllers.shared.pods;

import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.lean.LeanPodCondition;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Questions about one pod.
public final class PodState {
    public static final String PENDING = "Pending";
    public static final String RUNNING = "Running";
    public static final String SUCCEEDED = "Succeeded";
    public static final String FAILED = "Failed";

    private PodState() {}

    /// Has run to its end, one way or the other.
    public static boolean isFinished(LeanPod pod) {
        var phase = pod.status().phase();
        return phase.equals(SUCCEEDED) || phase.equals(FAILED);
    }

    /// Counts as a replica.
    public static boolean isActive(LeanPod pod) {
        return !pod.isDeleting() && !isFinished(pod);
    }

    /// On its way out, its containers perhaps still running.
    public static boolean isTerminating(LeanPod pod) {
        return pod.isDeleting() && !isFinished(pod);
    }

    public static boolean isReady(LeanPod pod) {
        return readyCondition(pod)
                .filter(condition -> condition.status().equals("True"))
                .isPresent();
    }

    /// Since when it has been ready, if it is and the kubelet said so.
    public static Optional<Instant> readySince(LeanPod pod) {
        return readyCondition(pod)
                .filter(condition -> condition.status().equals("True"))
                .flatMap(LeanPodCondition::lastTransitionTime);
    }

    /// When it last became ready or unready, if the kubelet said so.
    public static Optional<Instant> readinessChanged(LeanPod pod) {
        return readyCondition(pod).flatMap(LeanPodCondition::lastTransitionTime);
    }

    /// Has been ready for `minReady`.
    public static boolean isAvailable(LeanPod pod, Duration minReady, Instant now) {
        if (!isReady(pod)) {
            return false;
        }
        return minReady.isZero()
                || readySince(pod)
                        .filter(since -> !since.plus(minReady).isAfter(now))
                        .isPresent();
    }

    /// How long until a ready pod is available, if it is not yet.
    public static Optional<Duration> untilAvailable(LeanPod pod, Duration minReady, Instant now) {
        return readySince(pod)
                .map(since -> Duration.between(now, since.plus(minReady)))
                .filter(Duration::isPositive);
    }

    public static Optional<LeanPodCondition> readyCondition(LeanPod pod) {
        for (var condition : pod.status().conditions()) {
            if (condition.type().equals("Ready")) {
                return Optional.of(condition);
            }
        }
        return Optional.empty();
    }
}
