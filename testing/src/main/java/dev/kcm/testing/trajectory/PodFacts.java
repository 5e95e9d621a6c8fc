package dev.kcm.testing.trajectory;

import dev.kcm.model.core.v1.Pod;
import java.time.Duration;

/// What a pod is, seen from outside. Not the controllers' own rules: these are what is being checked.
final class PodFacts {
    private PodFacts() {}

    static boolean isFinished(Pod pod) {
        var phase = pod.status().phase();
        return phase.equals("Succeeded") || phase.equals("Failed");
    }

    /// Neither finished nor on its way out.
    static boolean isLive(Pod pod) {
        return !isFinished(pod) && !pod.isDeleting();
    }

    static boolean isReady(Pod pod) {
        return pod.status().conditions().stream()
                .anyMatch(condition -> condition.type().equals("Ready") && condition.isTrue());
    }

    static boolean isAvailable(Pod pod, int minReadySeconds, World world) {
        return isLive(pod)
                && isReady(pod)
                && world.readySince(pod)
                        .filter(since -> Duration.between(since, world.now()).toSeconds() >= minReadySeconds)
                        .isPresent();
    }
}
