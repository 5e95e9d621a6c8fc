package dev.kcm.controllers.node.nodeipam;

import dev.kcm.model.core.v1.Node;
import dev.kcm.runtime.plan.Outcomes;

/// What the controller hears.
sealed interface NodeIpamEvent {
    record NodeShown(Node node) implements NodeIpamEvent {}

    record NodeGone(Node node) implements NodeIpamEvent {}

    record Listed() implements NodeIpamEvent {}

    record Assigned(Node node, Outcomes outcomes) implements NodeIpamEvent {}

    /// The node is to be tried again.
    record TryDue(String node) implements NodeIpamEvent {}

    /// Users are to be told again that there is nothing left for the node.
    record ReminderDue(String node) implements NodeIpamEvent {}

    record Reported() implements NodeIpamEvent {}
}
