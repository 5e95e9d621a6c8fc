package dev.kcm.controllers.cloud.noderoute;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.ObjectRef;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.NodeAddress;
import dev.kcm.runtime.cloud.CloudCall;
import dev.kcm.runtime.cloud.Route;
import dev.kcm.runtime.plan.Step;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/// What is missing or wrong between the routes that nodes should have and those of the cloud.
final class RouteComparison {
    private enum Action {
        KEEP,
        ADD,
        /// The node has other addresses now: delete, then add.
        REPLACE
    }

    private final String clusterName;
    private final ClusterRanges ranges;
    private final List<Route> routes;
    private final Map<String, Node> nodes;
    private final Map<String, List<Route>> byNode;

    RouteComparison(String clusterName, ClusterRanges ranges, List<Node> nodes, List<Route> routes) {
        this.clusterName = clusterName;
        this.ranges = ranges;
        this.routes = routes;
        this.nodes = nodes.stream()
                .collect(Collectors.toMap(Node::name, Function.identity(), (first, _) -> first, TreeMap::new));
        this.byNode = routes.stream()
                .filter(route -> !route.targetNode().isEmpty())
                .collect(Collectors.groupingBy(Route::targetNode));
    }

    /// What to ask of the cloud. About one node the missing routes come first, then the superfluous ones go, and
    /// those with other addresses are deleted and created again.
    List<Step> steps() {
        var steps = new ArrayList<Step>();
        nodes.values().forEach(node -> add(node, Action.ADD, steps));
        routes.stream()
                .filter(route -> isSuperfluous(route) && ranges.isOurs(route.destination()))
                .forEach(route -> steps.add(deletion(route)));
        nodes.values().forEach(node -> add(node, Action.REPLACE, steps));
        return steps;
    }

    /// Whether the cloud has a route to the node, as far as anybody can say.
    boolean isKnown(Node node) {
        return !node.spec().podCIDRs().isEmpty() || byNode.containsKey(node.name());
    }

    private void add(Node node, Action wanted, List<Step> steps) {
        node.spec().podCIDRs().stream()
                .filter(range -> action(node, range) == wanted)
                .forEach(range -> steps.add(creation(node, range)));
    }

    private boolean isSuperfluous(Route route) {
        var node = Optional.ofNullable(nodes.get(route.targetNode()));
        return route.isBlackhole()
                || node.filter(it -> it.spec().podCIDRs().contains(route.destination())
                                && action(it, route.destination()) != Action.REPLACE)
                        .isEmpty();
    }

    private Action action(Node node, String range) {
        return byNode.getOrDefault(node.name(), List.of()).stream()
                .filter(route -> route.destination().equals(range))
                .findFirst()
                .map(route -> hasRightAddresses(route, node) ? Action.KEEP : Action.REPLACE)
                .orElse(Action.ADD);
    }

    private static boolean hasRightAddresses(Route route, Node node) {
        return route.targetAddresses()
                .map(addresses -> isSameSet(addresses, node.status().addresses()))
                .orElse(true);
    }

    private static boolean isSameSet(List<NodeAddress> one, List<NodeAddress> other) {
        return one.size() == other.size() && new HashSet<>(other).containsAll(one);
    }

    private Step creation(Node node, String range) {
        var route = new Route("", node.name(), Optional.of(node.status().addresses()), range, false);
        return Step.call(node.ref(), new CloudCall.CreateRoute(clusterName, node.uid(), route));
    }

    private Step deletion(Route route) {
        var target = Optional.ofNullable(nodes.get(route.targetNode()))
                .map(Node::ref)
                .orElseGet(() -> new ObjectRef(Node.NODES, ObjectKey.of(route.targetNode()), ""));
        return Step.call(target, new CloudCall.DeleteRoute(clusterName, route));
    }
}
