package dev.kcm.controllers.node.nodelifecycle;

import dev.kcm.model.Resource;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.runtime.plan.Outcomes;
import java.time.Instant;

/// What the controller hears.
sealed interface NodeEvent {
    record NodeChanged(Node node) implements NodeEvent {}

    record NodeGone(Node node) implements NodeEvent {}

    record LeaseRenewed(String node, Instant at) implements NodeEvent {}

    record LeaseGone(String node) implements NodeEvent {}

    record PodChanged(LeanPod pod) implements NodeEvent {}

    record PodGone(LeanPod pod) implements NodeEvent {}

    record Listed(Resource<?> resource) implements NodeEvent {}

    /// It is time to go over all nodes.
    record MonitorDue() implements NodeEvent {}

    /// Somebody in this zone may lose their pods.
    record EvictionDue(String zone) implements NodeEvent {}

    /// The node is to be tried again.
    record WriteDue(String node) implements NodeEvent {}

    record StatusWritten(Node marked, Outcomes outcomes) implements NodeEvent {}

    /// @param eviction what was ordered about the taint that evicts
    record TaintsWritten(Node before, NodeTaints.Eviction eviction, Outcomes outcomes) implements NodeEvent {}

    record PodsMarked(String node, Outcomes outcomes) implements NodeEvent {}

    record Reported() implements NodeEvent {}
}
