package dev.kcm.controllers.workload.daemonset;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// On which nodes pods failed lately: a kubelet that rejects every pod would otherwise have them made and deleted
/// without end. The next on the same node is deleted a second later, then two, up to a quarter of an hour; a set that
/// changes starts anew. Lost with the process, as upstream's.
///
/// @param generation of the set, as its status says
record FailedPods(long generation, Map<String, BackOff> byNode) {
    static final FailedPods NONE = new FailedPods(0, Map.of());

    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofMinutes(15);
    private static final Duration FORGOTTEN_AFTER = LONGEST.multipliedBy(2);

    record BackOff(Duration delay, Instant since) {
        private boolean isForgotten(Instant now) {
            return since.plus(FORGOTTEN_AFTER).isBefore(now);
        }

        private BackOff next(Instant now) {
            var doubled = delay.multipliedBy(2);
            return new BackOff(doubled.compareTo(LONGEST) < 0 ? doubled : LONGEST, now);
        }
    }

    FailedPods {
        byNode = Map.copyOf(byNode);
    }

    /// What still counts for a set of this generation.
    FailedPods during(long present) {
        return generation == present ? this : new FailedPods(present, Map.of());
    }

    /// How long a failed pod of this node has to stay; empty if it may go.
    Optional<Duration> hold(String node, Instant now) {
        return Optional.ofNullable(byNode.get(node))
                .filter(backOff -> !backOff.isForgotten(now))
                .map(backOff -> Duration.between(now, backOff.since().plus(backOff.delay())))
                .filter(Duration::isPositive);
    }

    /// Failed pods of these nodes go now.
    FailedPods after(Collection<String> nodes, Instant now) {
        var all = new HashMap<>(byNode);
        all.values().removeIf(backOff -> backOff.isForgotten(now));
        nodes.forEach(node -> all.merge(node, new BackOff(SHORTEST, now), (before, _) -> before.next(now)));
        return new FailedPods(generation, all);
    }
}
