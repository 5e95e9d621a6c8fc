package dev.kcm.controllers.node.nodelifecycle;

import dev.kcm.model.Conditions;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.NodeCondition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// When a node was last heard of. Only our own clock counts: times that kubelets write are compared with each other,
/// never with it.
///
/// @param ready its Ready condition as it was last observed; a kubelet that never posted a status has none
/// @param heard when that condition or the lease was last seen to be new
/// @param renewed the renewal of the lease that was last seen; forgotten with every new condition, as upstream does,
///   so that the lease counts once more
record NodeHealth(Optional<NodeCondition> ready, Instant heard, Optional<Instant> renewed) {

    /// @param ready of the node's conditions
    /// @param renewal of the node's lease, if it has one
    static NodeHealth observed(
            Optional<NodeHealth> before,
            Node node,
            Optional<NodeCondition> ready,
            Optional<Instant> renewal,
            Instant now) {
        var known = before.map(health -> health.isUnchanged(ready)
                        ? new NodeHealth(ready, health.heard, health.renewed)
                        : new NodeHealth(ready, now, Optional.empty()))
                .orElseGet(() -> new NodeHealth(ready, firstHeard(node, ready, now), Optional.empty()));
        var last = before.flatMap(NodeHealth::renewed);
        return renewal.filter(time -> last.isEmpty() || last.get().isBefore(time))
                .map(_ -> new NodeHealth(ready, now, renewal))
                .orElse(known);
    }

    /// As if it had been heard of just now.
    NodeHealth heardAt(Instant now) {
        return new NodeHealth(ready, now, renewed);
    }

    boolean isSilent(NodeLifecycleOptions options, Instant now) {
        return now.isAfter(heard.plus(gracePeriod(options)));
    }

    /// How long ago it was heard of.
    Duration silence(Instant now) {
        return Duration.between(heard, now);
    }

    /// The node with what a silent kubelet used to post marked as unknown; nothing if that would not change whether
    /// it is ready.
    static Optional<Node> markedUnknown(Node node, Instant now) {
        var ready = Conditions.find(node.status().conditions(), ConditionTypes.READY);
        if (ready.filter(it -> it.status().equals(ConditionTypes.UNKNOWN)).isPresent()) {
            return Optional.empty();
        }
        var conditions = new ArrayList<>(node.status().conditions());
        for (var type : ConditionTypes.POSTED_BY_KUBELET) {
            markUnknown(conditions, type, node, now);
        }
        return Optional.of(node.withStatus(status -> status.conditions(conditions)));
    }

    private Duration gracePeriod(NodeLifecycleOptions options) {
        return ready.isPresent() ? options.monitorGracePeriod() : options.startupGracePeriod();
    }

    private boolean isUnchanged(Optional<NodeCondition> now) {
        return ready.map(NodeCondition::lastHeartbeatTime).equals(now.map(NodeCondition::lastHeartbeatTime));
    }

    private static Instant firstHeard(Node node, Optional<NodeCondition> ready, Instant now) {
        return ready.isPresent() ? now : created(node).orElse(now);
    }

    private static void markUnknown(List<NodeCondition> conditions, String type, Node node, Instant now) {
        var present = Conditions.find(conditions, type);
        if (present.isEmpty()) {
            conditions.add(neverPosted(type, node, now));
        } else if (!present.get().status().equals(ConditionTypes.UNKNOWN)) {
            conditions.replaceAll(it -> it.type().equals(type) ? noLongerPosted(it, now) : it);
        }
    }

    private static NodeCondition neverPosted(String type, Node node, Instant now) {
        var condition = NodeCondition.builder()
                .type(type)
                .status(ConditionTypes.UNKNOWN)
                .reason(Reasons.NODE_STATUS_NEVER_UPDATED)
                .message("Kubelet never posted node status.")
                .lastTransitionTime(now);
        created(node).ifPresent(condition::lastHeartbeatTime);
        return condition.build();
    }

    private static NodeCondition noLongerPosted(NodeCondition condition, Instant now) {
        return condition.toBuilder()
                .status(ConditionTypes.UNKNOWN)
                .reason(Reasons.NODE_STATUS_UNKNOWN)
                .message("Kubelet stopped posting node status.")
                .lastTransitionTime(now)
                .build();
    }

    private static Optional<Instant> created(Node node) {
        return node.metadata().creationTimestamp();
    }
}
