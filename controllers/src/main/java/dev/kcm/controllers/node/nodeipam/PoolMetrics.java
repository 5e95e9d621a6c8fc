package dev.kcm.controllers.node.nodeipam;

import dev.kcm.base.metrics.Buckets;
import dev.kcm.base.metrics.Counter;
import dev.kcm.base.metrics.Gauge;
import dev.kcm.base.metrics.Histogram;
import dev.kcm.base.metrics.Metrics;

/// What upstream measures of a cluster's range.
final class PoolMetrics {
    private static final String LABEL = "clusterCIDR";

    private final Counter.One allocations;
    private final Counter.One releases;
    private final Gauge.One usage;
    private final Histogram.One tries;
    private final int blocks;

    PoolMetrics(Metrics metrics, String clusterRange, int blocks) {
        this.allocations = metrics.counter(
                        "node_ipam_controller_cidrset_cidrs_allocations_total",
                        "Blocks of a cluster's range that were taken, or found taken.",
                        LABEL)
                .with(clusterRange);
        this.releases = metrics.counter(
                        "node_ipam_controller_cidrset_cidrs_releases_total",
                        "Blocks of a cluster's range that became free again.",
                        LABEL)
                .with(clusterRange);
        this.usage = metrics.gauge(
                        "node_ipam_controller_cidrset_usage_cidrs",
                        "Blocks of a cluster's range that are taken, of 1.",
                        LABEL)
                .with(clusterRange);
        this.tries = metrics.histogram(
                        "node_ipam_controller_cidrset_allocation_tries_per_request",
                        "Taken blocks that were passed over to find a free one.",
                        Buckets.exponential(1, 5, 5),
                        LABEL)
                .with(clusterRange);
        this.blocks = blocks;
        // The name is upstream's.
        metrics.gauge("node_ipam_controller_cirdset_max_cidrs", "Blocks of a cluster's range.", LABEL)
                .with(clusterRange)
                .set(blocks);
    }

    void taken(int now) {
        allocations.increment();
        usage.set((double) now / blocks);
    }

    void released(int now) {
        releases.increment();
        usage.set((double) now / blocks);
    }

    void passedOver(int number) {
        tries.observe(number);
    }
}
