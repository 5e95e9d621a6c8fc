package dev.kcm.controllers.workload.statefulset;

import dev.kcm.controllers.shared.pods.PodState;
import dev.kcm.model.lean.LeanPod;
import java.util.Optional;

/// Why a set that works in order does not get past a pod, and what would free it. Pure.
final class Blocker {
    private Blocker() {}

    static Optional<String> of(Snapshot snapshot, LeanPod pod) {
        var kind = PodKind.of(pod);
        if (kind.isDeleting()) {
            return Optional.of("waits for pod %s to terminate".formatted(pod.name()));
        }
        if (!kind.isRunningAndReady()) {
            return Optional.of("waits for pod %s to be Running and Ready%s".formatted(pod.name(), hint(snapshot, pod)));
        }
        return PodState.isAvailable(pod, snapshot.settings().minReady(), snapshot.now())
                ? Optional.empty()
                : Optional.of("waits for pod %s to be ready for %d s"
                        .formatted(pod.name(), snapshot.set().spec().minReadySeconds()));
    }

    /// A pod that never becomes ready is not replaced, not even when the template that broke it is gone
    /// (kubernetes#67250).
    private static String hint(Snapshot snapshot, LeanPod pod) {
        var update = snapshot.revisions().update().name();
        var kind = PodKind.of(pod);
        int ordinal = OrdinalName.parse(pod.name()).orElseThrow().ordinal();
        boolean isOutdated = !kind.revision().equals(update)
                && !snapshot.revisions().startsFromCurrent(snapshot.settings(), ordinal);
        return isOutdated
                ? "; it is of revision %s and not replaced while it is not ready: kubectl delete pod %s makes way for %s"
                        .formatted(kind.revision(), pod.name(), update)
                : "";
    }
}
