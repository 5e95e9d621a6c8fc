package dev.kcm.controllers.housekeeping.podgarbagecollector;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Since when nodes that pods name have been missing from the cache. A node may be registered a
/// moment after its pods are seen, so that missing one at first means little. Used by one thread.
final class MissingNodes {
    private final Duration length;
    private final Map<String, Instant> missingSince = new HashMap<>();

    MissingNodes(Duration length) {
        this.length = length;
    }

    /// Takes in which nodes are missing now; those that have been missing long enough.
    Set<String> longMissing(Set<String> missing, Instant now) {
        missingSince.keySet().retainAll(missing);
        missing.forEach(node -> missingSince.putIfAbsent(node, now));
        var latest = now.minus(length);
        return missing.stream()
                .filter(node -> !missingSince.getOrDefault(node, now).isAfter(latest))
                .collect(Collectors.toSet());
    }

    /// It is there after all: the cache is behind.
    void snapshot(String node) {
        missingSince.remove(node);
    }
}
