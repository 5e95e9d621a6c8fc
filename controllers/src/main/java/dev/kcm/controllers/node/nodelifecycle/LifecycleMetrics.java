package dev.kcm.controllers.node.nodelifecycle;

import dev.kcm.base.metrics.Buckets;
import dev.kcm.base.metrics.Counter;
import dev.kcm.base.metrics.Gauge;
import dev.kcm.base.metrics.Histogram;
import dev.kcm.base.metrics.Metrics;
import java.time.Duration;

/// What upstream measures of nodes.
final class LifecycleMetrics {
    private static final double WHOLE = 100;

    private final Gauge health;
    private final Gauge size;
    private final Gauge unhealthy;
    private final Counter evictions;
    private final Histogram.One oneNode;
    private final Histogram.One allNodes;

    LifecycleMetrics(Metrics metrics) {
        this.health =
                metrics.gauge("node_collector_zone_health", "Nodes of a zone that are ready, in percent.", "zone");
        this.size = metrics.gauge("node_collector_zone_size", "Nodes of a zone.", "zone");
        this.unhealthy =
                metrics.gauge("node_collector_unhealthy_nodes_in_zone", "Nodes of a zone that are not ready.", "zone");
        this.evictions = metrics.counter(
                "node_collector_evictions_total",
                "Nodes whose pods are evicted because the node is not ready, since this process started.",
                "zone");
        this.oneNode = metrics.histogram(
                        "node_collector_update_node_health_duration_seconds",
                        "Time to mark a silent node.",
                        Buckets.exponential(0.001, 4, 8))
                .with();
        this.allNodes = metrics.histogram(
                        "node_collector_update_all_nodes_health_duration_seconds",
                        "Time to find out the health of all nodes.",
                        Buckets.exponential(0.01, 4, 8))
                .with();
    }

    void show(String zone, int nodes, int notReady) {
        size.with(zone).set(nodes);
        health.with(zone).set(WHOLE * (nodes - notReady) / nodes);
        unhealthy.with(zone).set(notReady);
    }

    void zoneEmpty(String zone) {
        size.with(zone).set(0);
        health.with(zone).set(WHOLE);
        unhealthy.with(zone).set(0);
    }

    void zoneFound(String zone) {
        var _ = evictions.with(zone);
    }

    void evicted(String zone) {
        evictions.with(zone).increment();
    }

    void markingTook(Duration duration) {
        oneNode.observe(duration);
    }

    void passTook(Duration duration) {
        allNodes.observe(duration);
    }
}
