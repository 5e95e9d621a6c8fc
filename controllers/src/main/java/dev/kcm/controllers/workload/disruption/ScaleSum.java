package dev.kcm.controllers.workload.disruption;

/// How many pods the workloads behind the pods of a budget want together.
sealed interface ScaleSum {
    record Known(int replicas) implements ScaleSum {}

    /// The budget does not ask.
    record NotNeeded() implements ScaleSum {}

    /// @param problem of the first workload that it is not known of
    /// @param isTransient whether it may be known in a moment
    record Unknown(String problem, boolean isTransient) implements ScaleSum {}
}
