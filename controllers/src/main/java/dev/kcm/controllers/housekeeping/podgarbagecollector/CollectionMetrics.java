package dev.kcm.controllers.housekeeping.podgarbagecollector;

import dev.kcm.base.metrics.Counter;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.queue.QueueMetrics;
import java.util.Collection;
import java.util.stream.Collectors;

/// What upstream counts of the pods that are removed.
final class CollectionMetrics {
    private final Counter removed;
    private final Counter refused;
    private final QueueMetrics missingNodes;

    CollectionMetrics(Metrics metrics) {
        this.removed = metrics.counter(
                "pod_gc_collector_force_delete_pods_total",
                "Pods deleted by force, with those that could not be.",
                "namespace",
                "reason");
        this.refused = metrics.counter(
                "pod_gc_collector_force_delete_pod_errors_total",
                "Pods that could not be deleted by force.",
                "namespace",
                "reason");
        this.missingNodes = QueueMetrics.ofNoQueue("orphaned_pods_nodes", metrics);
    }

    void count(PodGarbageCollectorController.Snapshot snapshot, Outcomes writes) {
        missingNodes.adds().add(snapshot.lost().size());
        count(snapshot.podsToDelete(), writes);
    }

    private void count(Collection<PodToDelete> podsToDelete, Outcomes writes) {
        var failed = writes.all().stream()
                .filter(Outcome.Refused.class::isInstance)
                .map(outcome -> outcome.step().key())
                .collect(Collectors.toSet());
        for (var one : podsToDelete) {
            var namespace = one.pod().namespace();
            var reason = one.reason().label();
            removed.with(namespace, reason).increment();
            if (failed.contains(one.pod().key())) {
                refused.with(namespace, reason).increment();
            }
        }
    }
}
