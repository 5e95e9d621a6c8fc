package dev.kcm.controllers.workload.cronjob;

/// Values of `spec.concurrencyPolicy` of a CronJob that forbid running beside each other.
final class ConcurrencyPolicies {
    static final String FORBID = "Forbid";
    static final String REPLACE = "Replace";

    private ConcurrencyPolicies() {}
}
