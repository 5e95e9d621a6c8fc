package dev.kcm.controllers.workload.job;

/// Finalizers, as upstream spells them.
final class Finalizers {
    /// The finalizer that keeps a pod until the Job's status accounts for it.
    static final String TRACKING = "batch.kubernetes.io/job-tracking";

    private Finalizers() {}
}
