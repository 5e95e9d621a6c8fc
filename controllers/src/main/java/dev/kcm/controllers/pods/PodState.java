package dev.kcm.controllers.pods;

import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.PodCondition;

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
    public static boolean isFinished(Pod pod) {
        var phase = pod.status().phase();
        return phase.equals(SUCCEEDED) || phase.equals(FAILED);
    }

    /// Counts as a replica.
    public static boolean isActive(Pod pod) {
        return !pod.isDeleting() && !isFinished(pod);
    }

    /// On its way out, its containers perhaps still running.
    public static boolean isTerminating(Pod pod) {
        return pod.isDeleting() && !isFinished(pod);
    }

    public static boolean isReady(Pod pod) {
        return readyCondition(pod)
                .filter(condition -> condition.status().equals("True"))
                .isPresent();
    }

    /// Since when it has been ready, if it is and the kubelet said so.
    public static Optional<Instant> readySince(Pod pod) {
        return readyCondition(pod)
                .filter(condition -> condition.status().equals("True"))
                .flatMap(PodCondition::lastTransitionTime);
    }

    /// Has been ready for `minReady`.
    public static boolean isAvailable(Pod pod, Duration minReady, Instant now) {
        if (!isReady(pod)) {
            return false;
        }
        return minReady.isZero()
                || readySince(pod).filter(since -> !since.plus(minReady).isAfter(now)).isPresent();
    }

    /// How long until a ready pod is available, if it is not yet.
    public static Optional<Duration> untilAvailable(Pod pod, Duration minReady, Instant now) {
        return readySince(pod)
                .map(since -> Duration.between(now, since.plus(minReady)))
                .filter(Duration::isPositive);
    }

    private static Optional<PodCondition> readyCondition(Pod pod) {
        for (var condition : pod.status().conditions()) {
            if (condition.type().equals("Ready")) {
                return Optional.of(condition);
            }
        }
        return Optional.empty();
    }
}
