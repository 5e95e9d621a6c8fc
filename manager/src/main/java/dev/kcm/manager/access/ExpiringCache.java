package dev.kcm.manager.access;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.base.Clock;
import dev.kcm.base.Deadline;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// A cache whose entries expire; of too many, the least recently used are dropped. Thread-safe.
final class ExpiringCache<K, V> {
    private static final int MOST = 8192;

    private record Held<V>(V value, Deadline until) {}

    private final Clock clock;

    @GuardedBy("this")
    private final Map<K, Held<V>> entries = new LinkedHashMap<>(64, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<K, Held<V>> eldest) {
            return size() > MOST;
        }
    };

    ExpiringCache(Clock clock) {
        this.clock = clock;
    }

    synchronized Optional<V> find(K key) {
        var held = entries.get(key);
        if (held == null) {
            return Optional.empty();
        }
        if (held.until().hasPassed()) {
            entries.remove(key);
            return Optional.empty();
        }
        return Optional.of(held.value());
    }

    synchronized void keep(K key, V value, Duration holds) {
        if (holds.isPositive()) {
            entries.put(key, new Held<>(value, clock.deadlineIn(holds)));
        }
    }
}
