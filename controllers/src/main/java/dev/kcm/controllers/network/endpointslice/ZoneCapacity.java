package dev.kcm.controllers.network.endpointslice;

import dev.kcm.model.core.v1.Node;
import dev.kcm.model.value.Quantity;
import dev.kcm.runtime.cache.Tally;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// How much CPU the ready nodes of each zone have, kept up to date node by node. Nodes of the
/// control plane do not count.
///
/// @param nodesWithout ready nodes that do not show their zone or CPU: with one of them nothing can
///   be said
record ZoneCapacity(Map<String, Zone> zones, int nodesWithout) {
    static final ZoneCapacity NONE = new ZoneCapacity(Map.of(), 0);

    /// The one group: the whole cluster.
    static final Object GROUP = "cluster";

    static final Tally<Node, ZoneCapacity> TALLY = new Tally<>(
            Node.NODES,
            "CPU by zone",
            _ -> List.of(GROUP),
            NONE,
            (sum, node) -> sum.plus(node, 1),
            (sum, node) -> sum.plus(node, -1));

    record Zone(int nodes, Quantity cpu) {}

    /// Each zone's share of all CPU; none when that is not known, or there is but one zone.
    Optional<SortedMap<String, Double>> shares() {
        if (nodesWithout > 0 || zones.size() < 2) {
            return Optional.empty();
        }
        var total = zones.values().stream().map(Zone::cpu).reduce(Quantity.ZERO, Quantity::plus);
        var shares = new TreeMap<String, Double>();
        zones.forEach((name, zone) -> shares.put(name, (double) zone.cpu().milliValue() / total.milliValue()));
        return Optional.of(shares);
    }

    static String zoneOf(Node node) {
        return node.labels().getOrDefault(Labels.ZONE, "");
    }

    static boolean isReady(Node node) {
        return node.status().conditions().stream()
                .filter(condition -> condition.type().equals("Ready"))
                .findFirst()
                .filter(condition -> condition.status().equals("True"))
                .isPresent();
    }

    private ZoneCapacity plus(Node node, int sign) {
        if (!isReady(node)
                || node.labels().containsKey(Labels.CONTROL_PLANE)
                || node.labels().containsKey(Labels.MASTER)) {
            return this;
        }
        var name = zoneOf(node);
        var cpu = node.status().allocatable().getOrDefault("cpu", Quantity.ZERO);
        if (name.isEmpty() || cpu.isZero()) {
            return new ZoneCapacity(zones, nodesWithout + sign);
        }
        var all = new TreeMap<>(zones);
        var zone = all.getOrDefault(name, new Zone(0, Quantity.ZERO));
        if (zone.nodes() + sign == 0) {
            all.remove(name);
        } else {
            all.put(
                    name,
                    new Zone(
                            zone.nodes() + sign,
                            sign > 0 ? zone.cpu().plus(cpu) : zone.cpu().minus(cpu)));
        }
        return new ZoneCapacity(all, nodesWithout);
    }
}
