package dev.kcm.controllers.workload.cronjob;

/// Annotations that users and other programs know, as upstream spells them.
final class Annotations {
    /// On a Job: the time it was meant for.
    static final String SCHEDULED_TIMESTAMP = "batch.kubernetes.io/cronjob-scheduled-timestamp";

    private Annotations() {}
}
