package dev.kcm.controllers.workload.job;

/// Annotations that users and other programs know, as upstream spells them.
final class Annotations {
    static final String COMPLETION_INDEX = "batch.kubernetes.io/job-completion-index";
    static final String INDEX_FAILURES = "batch.kubernetes.io/job-index-failure-count";
    static final String INDEX_IGNORED_FAILURES = "batch.kubernetes.io/job-index-ignored-failure-count";

    private Annotations() {}
}
