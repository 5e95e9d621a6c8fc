package dev.kcm.model.ownership;

import dev.kcm.model.ownership.ManagedFields.Owned;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/// Keeps at most ten updaters: the oldest of a version become one. Appliers do not count.
final class ManagerLimit {
    private static final int MOST_UPDATERS = 10;
    private static final String BUCKET = "ancient-changes";

    private ManagerLimit() {}

    static ManagedFields applied(ManagedFields managers) {
        if (managers.owners().size() <= MOST_UPDATERS) {
            return managers;
        }
        var oldestFirst = managers.owners().entrySet().stream()
                .filter(it -> !it.getKey().isApplier())
                .sorted(Comparator.<Map.Entry<FieldManager, Owned>>comparingLong(it -> seconds(it.getValue()))
                        .thenComparing(Map.Entry::getKey))
                .toList();
        int excess = oldestFirst.size() - MOST_UPDATERS;
        if (excess <= 0) {
            return managers;
        }
        var left = new LinkedHashMap<>(managers.owners());
        var firsts = new HashMap<String, FieldManager>();
        for (var updater : oldestFirst) {
            if (excess == 0) {
                break;
            }
            var version = updater.getValue().apiVersion();
            var first = firsts.putIfAbsent(version, updater.getKey());
            if (first != null) {
                merge(left, first, updater.getKey(), version);
                excess--;
            }
        }
        return new ManagedFields(left);
    }

    /// The bucket of a version starts as the first that would go into it, and is as old as the last that did.
    private static void merge(Map<FieldManager, Owned> owners, FieldManager first, FieldManager next, String version) {
        var bucket = FieldManager.updater(BUCKET, version, "");
        var merged = owners.get(bucket);
        if (merged == null) {
            merged = owners.remove(first);
        }
        var added = owners.remove(next);
        if (merged == null || added == null) {
            throw new IllegalStateException("no managers %s and %s to merge".formatted(first, next));
        }
        owners.put(bucket, new Owned(added.fields().union(merged.fields()), version, added.time()));
    }

    private static long seconds(Owned owned) {
        return owned.time().map(Instant::getEpochSecond).orElse(0L);
    }
}
