package dev.kcm.controllers.workload.disruption;

/// How many pods the workload behind a pod's controller wants.
sealed interface OwnerScale {
    /// @param uid the workload's, which is not always the controller's: a Deployment stands behind its ReplicaSets
    record Known(String uid, int replicas) implements OwnerScale {}

    /// There is no such controller.
    record Nobody() implements OwnerScale {}

    /// @param problem in upstream's words
    /// @param isTransient whether the server may know in a moment
    record Unknown(String problem, boolean isTransient) implements OwnerScale {}
}
