package dev.kcm.controllers.workload.daemonset;

/// What a set wants of a node.
enum Eligibility {
    /// It shall run a pod.
    RUNS,
    /// A pod that is there may stay, but none is made.
    KEEPS,
    /// A pod that is there must go.
    EXPELS,
    /// There is no such node.
    GONE
}
