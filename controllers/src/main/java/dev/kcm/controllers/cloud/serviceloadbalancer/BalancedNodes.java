package dev.kcm.controllers.cloud.serviceloadbalancer;

import dev.kcm.model.core.v1.Node;
import dev.kcm.runtime.cache.Store;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Which nodes balancers send to. Whether a node is ready does not matter: a balancer checks that itself, and would
/// break connections if nodes came and went.
final class BalancedNodes {
    static final String EXCLUDED = "node.kubernetes.io/exclude-from-external-load-balancers";

    private static final String GOING_AWAY = "ToBeDeletedByClusterAutoscaler";
    private static final int NAMES_SHOWN = 20;

    /// As Go reads a boolean.
    private static final Set<String> FALSE = Set.of("0", "f", "F", "FALSE", "false", "False");

    private BalancedNodes() {}

    /// By name.
    static List<Node> in(Store<Node> nodes) {
        var balanced = new ArrayList<Node>();
        nodes.forEach(node -> {
            if (isBalanced(node)) {
                balanced.add(node);
            }
        });
        balanced.sort(Comparator.comparing(Node::name));
        return balanced;
    }

    static boolean isBalanced(Node node) {
        return !node.isDeleting()
                && !isExcluded(node)
                && node.spec().taints().stream().noneMatch(taint -> taint.key().equals(GOING_AWAY));
    }

    /// Anything but a clear no excludes it.
    static boolean isExcluded(Node node) {
        var label = node.labels().get(EXCLUDED);
        return label != null && !FALSE.contains(label);
    }

    /// What has to change for a balancer to be told: names, with the machines behind them.
    static Map<String, String> identities(List<Node> nodes) {
        var identities = new TreeMap<String, String>();
        nodes.forEach(node -> identities.put(node.name(), node.spec().providerID()));
        return identities;
    }

    /// For an event: the first twenty, and how many more there are.
    static String shown(List<Node> nodes) {
        var names = nodes.stream().map(Node::name);
        var shown = nodes.size() <= NAMES_SHOWN
                ? names
                : Stream.concat(names.limit(NAMES_SHOWN), Stream.of("<%d more>".formatted(nodes.size() - NAMES_SHOWN)));
        return "[" + String.join(" ", shown.toList()) + "]";
    }
}
