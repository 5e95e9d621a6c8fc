package dev.kcm.controllers.node.nodelifecycle;

import dev.kcm.base.log.Log;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The zones, and what of them is lost. If everything is lost, then more likely it is us who have lost everything:
/// nothing is evicted until a node is heard of again. Belongs to the loop's thread.
final class Zones {
    private static final Log log = Log.of(Zones.class);

    /// What going over all zones has shown about the cluster as a whole.
    enum Verdict {
        AS_BEFORE,
        /// From now on no node is ready anywhere.
        ALL_LOST,
        /// No node was ready anywhere, and now one is.
        BACK_AGAIN
    }

    private static final class Count {
        private int ready;
        private int notReady;

        private int size() {
            return ready + notReady;
        }
    }

    private final NodeLifecycleOptions options;
    private final LifecycleMetrics metrics;
    private final Map<String, Zone> all = new TreeMap<>();

    Zones(NodeLifecycleOptions options, LifecycleMetrics metrics) {
        this.options = options;
        this.metrics = metrics;
    }

    Zone of(String name, Instant now) {
        return all.computeIfAbsent(name, _ -> {
            metrics.zoneFound(name);
            return new Zone(name, options, now);
        });
    }

    Collection<Zone> all() {
        return List.copyOf(all.values());
    }

    /// Judges every zone by the nodes that count.
    Verdict judge(Collection<ObservedNode> counted, Instant now) {
        var counts = counts(counted);
        counts.forEach((zone, count) -> {
            of(zone, now);
            metrics.show(zone, count.size(), count.notReady);
        });
        dropEmpty(counts);
        boolean wereAllLost = all.values().stream().allMatch(zone -> zone.state() == ZoneState.FULL_DISRUPTION);
        boolean areAllLost = counts.values().stream().allMatch(count -> state(count) == ZoneState.FULL_DISRUPTION);
        if (areAllLost) {
            if (!wereAllLost) {
                log.info("Controller detected that all Nodes are not-Ready. Entering master disruption mode");
                all.values().forEach(zone -> zone.enter(ZoneState.FULL_DISRUPTION, 0, now));
            }
            return wereAllLost ? Verdict.AS_BEFORE : Verdict.ALL_LOST;
        }
        counts.forEach((zone, count) -> enter(of(zone, now), count, wereAllLost, now));
        if (wereAllLost) {
            log.info("Controller detected that some Nodes are Ready. Exiting master disruption mode");
        }
        return wereAllLost ? Verdict.BACK_AGAIN : Verdict.AS_BEFORE;
    }

    private ZoneState state(Count count) {
        return ZoneState.of(count.ready, count.notReady, options.unhealthyZoneThreshold());
    }

    private void enter(Zone zone, Count count, boolean isAnyway, Instant now) {
        var state = state(count);
        if (isAnyway || zone.state() != state) {
            log.info("Controller detected that zone is now in new state", "zone", zone.name(), "newState", state);
            zone.enter(state, state.evictionRate(count.size(), options), now);
        }
    }

    private static Map<String, Count> counts(Collection<ObservedNode> nodes) {
        var counts = new TreeMap<String, Count>();
        for (var observed : nodes) {
            if (observed.countsInZone()) {
                var count = counts.computeIfAbsent(observed.zone(), _ -> new Count());
                if (observed.isReady()) {
                    count.ready++;
                } else {
                    count.notReady++;
                }
            }
        }
        return counts;
    }

    private void dropEmpty(Map<String, Count> counts) {
        all().stream().map(Zone::name).filter(name -> !counts.containsKey(name)).forEach(name -> {
            metrics.zoneEmpty(name);
            all.remove(name);
        });
    }
}
