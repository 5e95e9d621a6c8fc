package dev.kcm.controllers.workload.daemonset;

import dev.kcm.controllers.shared.pods.PodState;
import dev.kcm.model.lean.LeanPod;

/// What pods of one set have in common with each other but for their node: they come from a few templates and are in
/// a few states.
///
/// @param hash of the revision it was made from
/// @param templateGeneration how often the template had changed before
/// @param isScheduled whether it is bound to its node
record PodKind(
        String hash,
        String templateGeneration,
        String phase,
        boolean isScheduled,
        boolean isDeleting,
        Readiness readiness) {

    enum Readiness {
        UNREADY,
        /// Ready, but not for as long as the set asks.
        READY,
        AVAILABLE
    }

    static PodKind of(LeanPod pod, Readiness readiness) {
        var labels = pod.labels();
        return new PodKind(
                labels.getOrDefault(Labels.REVISION, ""),
                labels.getOrDefault(Labels.TEMPLATE_GENERATION, ""),
                pod.status().phase(),
                !pod.spec().nodeName().isEmpty(),
                pod.isDeleting(),
                readiness);
    }

    boolean isFailed() {
        return phase.equals(PodState.FAILED);
    }

    boolean isSucceeded() {
        return phase.equals(PodState.SUCCEEDED);
    }

    boolean isFinished() {
        return isFailed() || isSucceeded();
    }

    /// Has ended and only waits for its finalizers: its place is free.
    boolean isOver() {
        return isFinished() && isDeleting;
    }

    boolean isReady() {
        return readiness != Readiness.UNREADY;
    }

    boolean isAvailable() {
        return readiness == Readiness.AVAILABLE;
    }
}
