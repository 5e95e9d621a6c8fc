package dev.kcm.controllers.cloud.serviceloadbalancer;

import dev.kcm.base.metrics.Buckets;
import dev.kcm.base.metrics.Counter;
import dev.kcm.base.metrics.Histogram;
import dev.kcm.base.metrics.Metrics;
import java.time.Duration;

/// What upstream measures of balancers: only that they are told of nodes.
final class BalancerMetrics {
    private static final int BUCKETS = 15;

    private final Counter.One updates;
    private final Counter.One errors;
    private final Histogram.One passes;
    private final Histogram.One balancers;

    BalancerMetrics(Metrics metrics) {
        this.updates = metrics.counter(
                        "service_controller_loadbalancer_sync_total",
                        "[ALPHA] A metric counting the amount of times any load balancer has been configured, as an"
                                + " effect of service/node changes on the cluster")
                .with();
        this.errors = metrics.counter(
                        "service_controller_nodesync_error_total",
                        "[ALPHA] A metric counting the amount of times any load balancer has been configured and"
                                + " errored, as an effect of node changes on the cluster")
                .with();
        this.passes = metrics.histogram(
                        "service_controller_nodesync_latency_seconds",
                        "[ALPHA] A metric measuring the latency for nodesync which updates loadbalancer hosts on"
                                + " cluster node updates.",
                        Buckets.exponential(1, 2, BUCKETS))
                .with();
        this.balancers = metrics.histogram(
                        "service_controller_update_loadbalancer_host_latency_seconds",
                        "[ALPHA] A metric measuring the latency for updating each load balancer hosts.",
                        Buckets.exponential(1, 2, BUCKETS))
                .with();
    }

    /// A balancer was told of other nodes.
    void updated(boolean succeeded, Duration took) {
        updates.increment();
        if (!succeeded) {
            errors.increment();
        }
        passes.observe(took);
        balancers.observe(took);
    }
}
