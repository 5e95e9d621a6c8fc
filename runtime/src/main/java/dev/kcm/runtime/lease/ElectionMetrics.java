package dev.kcm.runtime.lease;

import dev.kcm.base.metrics.Counter;
import dev.kcm.base.metrics.Gauge;
import dev.kcm.base.metrics.Metrics;

/// Upstream's `leader_election_*` metrics of one lease.
record ElectionMetrics(Gauge.One isLeader, Counter.One longWays) {

    static ElectionMetrics of(String name, Metrics metrics) {
        var isLeader = metrics.gauge(
                        "leader_election_master_status",
                        "[ALPHA] Gauge of if the reporting system is master of the relevant"
                                + " lease, 0 indicates backup, 1 indicates master. 'name'"
                                + " is the string used to identify the lease. Please make"
                                + " sure to group by name.",
                        "name")
                .with(name);
        var longWays = metrics.counter(
                        "leader_election_slowpath_total",
                        "[ALPHA] Total number of slow path exercised in renewing leader"
                                + " leases. 'name' is the string used to identify the"
                                + " lease. Please make sure to group by name.",
                        "name")
                .with(name);
        return new ElectionMetrics(isLeader, longWays);
    }
}
