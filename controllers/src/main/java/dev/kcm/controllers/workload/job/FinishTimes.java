package dev.kcm.controllers.workload.job;

import dev.kcm.model.lean.LeanContainerStateTerminated;
import dev.kcm.model.lean.LeanContainerStatus;
import dev.kcm.model.lean.LeanPod;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// When a pod ended, from the best witness there is: its containers, the loss of its readiness, the
/// time it was deleted, its creation.
final class FinishTimes {
    private FinishTimes() {}

    static Instant of(LeanPod pod) {
        return lastContainer(pod)
                .or(() -> lossOfReadiness(pod))
                .or(() -> deletion(pod))
                .or(() -> pod.metadata().creationTimestamp())
                .orElse(Instant.EPOCH);
    }

    /// The last container's end, if all have one; of the init containers only sidecars count, which
    /// outlive the others.
    private static Optional<Instant> lastContainer(LeanPod pod) {
        var witnesses = Stream.concat(pod.status().containerStatuses().stream(), sidecars(pod).stream())
                .map(FinishTimes::end)
                .toList();
        return witnesses.stream().allMatch(Optional::isPresent)
                ? witnesses.stream().flatMap(Optional::stream).max(Instant::compareTo)
                : Optional.empty();
    }

    private static List<LeanContainerStatus> sidecars(LeanPod pod) {
        var names = pod.spec().initContainers().stream()
                .filter(container -> container.restartPolicy().equals(Optional.of("Always")))
                .map(container -> container.name())
                .collect(Collectors.toSet());
        return pod.status().initContainerStatuses().stream()
                .filter(status -> names.contains(status.name()))
                .toList();
    }

    private static Optional<Instant> end(LeanContainerStatus status) {
        return status.state().terminated().flatMap(LeanContainerStateTerminated::finishedAt);
    }

    private static Optional<Instant> lossOfReadiness(LeanPod pod) {
        return pod.status().conditions().stream()
                .filter(condition -> condition.type().equals("Ready"))
                .findFirst()
                .filter(condition -> condition.status().equals("False"))
                .flatMap(condition -> condition.lastTransitionTime());
    }

    private static Optional<Instant> deletion(LeanPod pod) {
        var grace =
                Duration.ofSeconds(pod.metadata().deletionGracePeriodSeconds().orElse(0L));
        return pod.metadata().deletionTimestamp().map(planned -> planned.minus(grace));
    }
}
