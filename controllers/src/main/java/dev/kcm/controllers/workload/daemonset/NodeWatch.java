package dev.kcm.controllers.workload.daemonset;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.apps.v1.DaemonSet;
import dev.kcm.model.core.v1.Node;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.controller.WatchMapping;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Which sets have to be synced when a node comes, goes or changes: those that want something else of it than before.
/// No pod is looked at.
final class NodeWatch {
    private NodeWatch() {}

    static WatchMapping<Node> mapping() {
        return new WatchMapping<>(Node.NODES, List.of(), NodeWatch::keys);
    }

    private static void keys(Change<Node> change, WatchMapping.Stores stores, Consumer<ObjectKey> into) {
        var before = before(change);
        var now = now(change);
        // Heartbeats come from all nodes all the time; every set is synced when the process starts.
        if (before.equals(now) || isInitial(change)) {
            return;
        }
        stores.of(DaemonSet.DAEMON_SETS).forEach(set -> {
            // Whether tolerations compare numbers is not known here.
            if (differs(Placement.of(set, false), before, now) || differs(Placement.of(set, true), before, now)) {
                into.accept(set.key());
            }
        });
    }

    private static boolean isInitial(Change<Node> change) {
        return change instanceof Change.Added<Node>(var _, var isInitial) && isInitial;
    }

    private static boolean differs(Placement placement, Optional<NodeFacts> before, Optional<NodeFacts> now) {
        var was = before.map(placement::of).orElse(Eligibility.GONE);
        var is = now.map(placement::of).orElse(Eligibility.GONE);
        return was != is; // also where it does not run on a new node: a pod may be left of an earlier one of that name
    }

    private static Optional<NodeFacts> before(Change<Node> change) {
        return switch (change) {
            case Change.Updated<Node>(var before, var _) -> Optional.of(NodeFacts.of(before));
            case Change.Deleted<Node>(var node) -> Optional.of(NodeFacts.of(node));
            case Change.Resynced<Node>(var node) -> Optional.of(NodeFacts.of(node));
            case Change.Added<Node> _ -> Optional.empty();
        };
    }

    private static Optional<NodeFacts> now(Change<Node> change) {
        return change instanceof Change.Deleted<Node> ? Optional.empty() : Optional.of(NodeFacts.of(change.object()));
    }
}
