package dev.kcm.controllers.workload.statefulset;

import dev.kcm.base.metrics.Gauge;
import dev.kcm.base.metrics.Metrics;

/// How many pods of each set may be unavailable during an update, and are; upstream's metrics.
record StatefulSetMetrics(Gauge maxUnavailable, Gauge unavailableReplicas) {

    static StatefulSetMetrics in(Metrics metrics) {
        return new StatefulSetMetrics(
                metrics.gauge(
                        "statefulset_controller_statefulset_max_unavailable",
                        "[ALPHA] Maximum number of unavailable pods allowed during StatefulSet rolling updates",
                        "statefulset_namespace",
                        "statefulset_name",
                        "pod_management_policy"),
                metrics.gauge(
                        "statefulset_controller_statefulset_unavailable_replicas",
                        "[ALPHA] Current number of unavailable pods in StatefulSet",
                        "statefulset_namespace",
                        "statefulset_name",
                        "pod_management_policy"));
    }

    void record(Snapshot snapshot) {
        var set = snapshot.set();
        var policy = set.spec().podManagementPolicy();
        maxUnavailable
                .with(set.namespace(), set.name(), policy)
                .set(snapshot.settings().maxUnavailable());
        unavailableReplicas.with(set.namespace(), set.name(), policy).set(snapshot.unavailable());
    }
}
