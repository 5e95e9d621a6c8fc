package dev.kcm.controllers.workload.job;

/// Values of `spec.completionMode` of a Job.
final class CompletionModes {
    static final String INDEXED = "Indexed";
    static final String NON_INDEXED = "NonIndexed";

    private CompletionModes() {}
}
