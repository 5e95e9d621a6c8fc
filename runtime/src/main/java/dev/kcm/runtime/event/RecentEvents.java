package dev.kcm.runtime.event;

import java.util.LinkedHashMap;
import java.util.Map;

/// The entries used last, at most `limit`. Owned by one thread.
final class RecentEvents<K, V> {
    private static final float USUAL_LOAD = 0.75f;
    private static final int FEW = 16;

    private final Map<K, V> entries;

    RecentEvents(int limit) {
        entries = new LinkedHashMap<>(FEW, USUAL_LOAD, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                return size() > limit;
            }
        };
    }

    V getOr(K key, V other) {
        return entries.getOrDefault(key, other);
    }

    void put(K key, V value) {
        entries.put(key, value);
    }
}
