package dev.kcm.controllers.workload.horizontalpodautoscaler;

import dev.kcm.base.metrics.Buckets;
import dev.kcm.base.metrics.Counter;
import dev.kcm.base.metrics.Gauge;
import dev.kcm.base.metrics.Histogram;
import dev.kcm.base.metrics.Metrics;
import java.time.Duration;

/// Upstream's metrics of this controller.
record AutoscalerMetrics(
        Counter reconciliations,
        Histogram reconciliationDuration,
        Counter computations,
        Histogram computationDuration,
        Gauge autoscalers,
        Gauge desiredReplicas) {
    private static final String SUBSYSTEM = "horizontal_pod_autoscaler_controller_";
    private static final String ACTIONS = "The label 'action' should be either 'scale_down', 'scale_up', or 'none'.";
    private static final String ERRORS = "the label 'error' should be either 'spec', 'internal', or 'none'.";
    private static final String FIRST_ERROR = " Note that if both spec and internal errors happen during a"
            + " reconciliation, the first one to occur is reported in `error` label.";
    private static final String TYPES = " The label 'metric_type' corresponds to HPA.spec.metrics[*].type";
    private static final Buckets BUCKETS = Buckets.exponential(0.001, 2, 15);

    static AutoscalerMetrics in(Metrics metrics) {
        return new AutoscalerMetrics(
                metrics.counter(
                        SUBSYSTEM + "reconciliations_total",
                        "[BETA] Number of reconciliations of HPA controller. %s Also, %s%s"
                                .formatted(ACTIONS, ERRORS, FIRST_ERROR),
                        "action",
                        "error"),
                metrics.histogram(
                        SUBSYSTEM + "reconciliation_duration_seconds",
                        "[BETA] The time(seconds) that the HPA controller takes to reconcile once. %s Also, %s%s"
                                .formatted(ACTIONS, ERRORS, FIRST_ERROR),
                        BUCKETS,
                        "action",
                        "error"),
                metrics.counter(
                        SUBSYSTEM + "metric_computation_total",
                        "[BETA] Number of metric computations. %s Also, %s%s".formatted(ACTIONS, ERRORS, TYPES),
                        "action",
                        "error",
                        "metric_type"),
                metrics.histogram(
                        SUBSYSTEM + "metric_computation_duration_seconds",
                        "[BETA] The time(seconds) that the HPA controller takes to calculate one metric. %s T%s%s"
                                .formatted(ACTIONS, ERRORS.substring(1), TYPES),
                        BUCKETS,
                        "action",
                        "error",
                        "metric_type"),
                metrics.gauge(
                        SUBSYSTEM + "num_horizontal_pod_autoscalers",
                        "[ALPHA] Current number of controlled HPA objects."),
                metrics.gauge(
                        SUBSYSTEM + "desired_replicas",
                        "[ALPHA] Current desired replica count for HPA objects.",
                        "namespace",
                        "hpa_name"));
    }

    /// @param wasScaled whether the target was
    /// @param hasFailed whether a write was refused
    void record(Snapshot snapshot, Decision decision, boolean wasScaled, boolean hasFailed, Duration took) {
        var action = wasScaled ? action(decision.current(), decision.desired()) : "none";
        var error = decision.error().filter(Decision.SyncError::isOfSpec).isPresent()
                ? "spec"
                : decision.error().isPresent() || hasFailed ? "internal" : "none";
        reconciliations.with(action, error).increment();
        reconciliationDuration.with(action, error).observe(took);
        decision.proposals().forEach(proposal -> record(snapshot, proposal));
        if (decision.end() == Decision.End.STAYS || wasScaled) {
            var autoscaler = snapshot.autoscaler();
            desiredReplicas.with(autoscaler.namespace(), autoscaler.name()).set(decision.desired());
        }
    }

    private void record(Snapshot snapshot, MetricProposal proposal) {
        int reported = snapshot.autoscaler().status().currentReplicas();
        var action = proposal instanceof MetricProposal.Proposed one ? action(reported, one.replicas()) : "none";
        var error = proposal instanceof MetricProposal.Failed failed ? failed.isOfSpec() ? "spec" : "internal" : "none";
        computations.with(action, error, proposal.type()).increment();
        computationDuration.with(action, error, proposal.type()).observe(proposal.took());
    }

    private static String action(int from, int to) {
        return to > from ? "scale_up" : to < from ? "scale_down" : "none";
    }
}
