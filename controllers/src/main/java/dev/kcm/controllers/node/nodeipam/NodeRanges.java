package dev.kcm.controllers.node.nodeipam;

import dev.kcm.base.log.Log;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.controllers.shared.nodes.AddressRange;
import dev.kcm.model.core.v1.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The ranges that nodes hold: of each of the cluster's ranges one, in their order. Used by one thread.
final class NodeRanges {
    private static final Log log = Log.of(NodeRanges.class);

    /// A range, and the place of the cluster's range that it is of.
    record Holding(int place, AddressRange range) {}

    private final List<BlockPool> pools = new ArrayList<>();

    NodeRanges(RangeSettings settings, Metrics metrics) {
        for (int i = 0; i < settings.cluster().size(); i++) {
            pools.add(new BlockPool(
                    settings.cluster().get(i), settings.blockPrefixes().get(i), metrics));
        }
        for (var services : settings.services()) {
            pools.stream().filter(pool -> pool.overlaps(services)).forEach(pool -> pool.hold(services));
        }
    }

    /// One block of each, or none of any: nothing is taken for a node that does not get all.
    Optional<List<Holding>> take() {
        if (full().isPresent()) {
            return Optional.empty();
        }
        var taken = new ArrayList<Holding>();
        for (int i = 0; i < pools.size(); i++) {
            taken.add(new Holding(i, pools.get(i).take()));
        }
        return Optional.of(List.copyOf(taken));
    }

    /// A range of the cluster of which nothing is left.
    Optional<AddressRange> full() {
        return pools.stream().filter(BlockPool::isFull).findFirst().map(BlockPool::cluster);
    }

    /// What the node says it has, as far as it is of the cluster's ranges. The rest cannot be given to anybody else
    /// either.
    List<Holding> heldBy(Node node) {
        var held = new ArrayList<Holding>();
        var all = node.spec().podCIDRs();
        for (int i = 0; i < all.size(); i++) {
            var range = AddressRange.parse(all.get(i));
            if (i < pools.size() && range.filter(pools.get(i)::overlaps).isPresent()) {
                held.add(new Holding(i, range.get()));
            } else {
                log.error(
                        "Failed to mark a CIDR as occupied: it is not of the cluster's",
                        "node",
                        node.name(),
                        "CIDR",
                        all.get(i),
                        "index",
                        i);
            }
        }
        return List.copyOf(held);
    }

    void hold(List<Holding> all) {
        all.forEach(it -> pools.get(it.place()).hold(it.range()));
    }

    void release(List<Holding> all) {
        all.forEach(it -> pools.get(it.place()).release(it.range()));
    }

    /// For people, a line each.
    @Override
    public String toString() {
        return pools.stream().map(BlockPool::toString).collect(Collectors.joining("\n"));
    }
}
