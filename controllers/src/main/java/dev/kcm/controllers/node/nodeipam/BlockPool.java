package dev.kcm.controllers.node.nodeipam;

import dev.kcm.base.metrics.Metrics;
import dev.kcm.controllers.shared.nodes.AddressRange;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/// One of the cluster's ranges in blocks of equal size. Somebody else may hold ranges that are larger or smaller than a
/// block, and several may hold the same: a block is free when nobody holds anything of it.
///
/// A free block is searched for behind the last one that was given away, so that one that became free is left alone
/// for as long as there are others: its addresses may still be known to somebody.
final class BlockPool {
    private final AddressRange cluster;
    private final int prefix;
    private final int count;
    private final BitSet held;

    /// How many hold a block, where that is more than one.
    private final Map<Integer, Integer> holders = new HashMap<>();

    private final PoolMetrics metrics;
    private int taken;
    private int next;

    BlockPool(AddressRange cluster, int prefix, Metrics metrics) {
        this.cluster = cluster;
        this.prefix = prefix;
        this.count = 1 << (prefix - cluster.prefix());
        this.held = new BitSet();
        this.metrics = new PoolMetrics(metrics, cluster.toString(), count);
    }

    AddressRange cluster() {
        return cluster;
    }

    boolean isFull() {
        return taken == count;
    }

    /// A block that nobody held until now.
    AddressRange take() {
        if (isFull()) {
            throw new IllegalStateException("No block is left of " + cluster);
        }
        int found = held.nextClearBit(next);
        int block = found < count ? found : held.nextClearBit(0);
        metrics.passedOver(Math.floorMod(block - next, count));
        next = (block + 1) % count;
        hold(block);
        return cluster.part(prefix, block);
    }

    boolean overlaps(AddressRange range) {
        return cluster.overlaps(range);
    }

    /// @param range one that overlaps
    void hold(AddressRange range) {
        for (int block = first(range); block <= last(range); block++) {
            hold(block);
        }
    }

    /// @param range one that was held
    void release(AddressRange range) {
        for (int block = first(range); block <= last(range); block++) {
            release(block);
        }
    }

    private void hold(int block) {
        if (held.get(block)) {
            holders.merge(block, 2, (now, _) -> now + 1);
        } else {
            held.set(block);
            metrics.taken(++taken);
        }
    }

    private void release(int block) {
        if (holders.containsKey(block)) {
            holders.computeIfPresent(block, (_, now) -> now > 2 ? now - 1 : null);
        } else if (held.get(block)) {
            held.clear(block);
            metrics.released(--taken);
        }
    }

    private int first(AddressRange range) {
        return cluster.indexOf(cluster.first().max(range.first()), prefix);
    }

    private int last(AddressRange range) {
        return cluster.indexOf(cluster.last().min(range.last()), prefix);
    }

    /// For people.
    @Override
    public String toString() {
        return "%s: %d of %d blocks of /%d are taken".formatted(cluster, taken, count, prefix);
    }
}
