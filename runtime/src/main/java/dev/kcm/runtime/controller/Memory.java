package dev.kcm.runtime.controller;

import dev.kcm.model.ObjectKey;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BinaryOperator;

/// What a controller remembers of a key from one sync to the next, where nothing in the cluster
/// says it. Recalled in `observe`, so that it comes to the decision with everything else that was
/// observed; kept in `measure`, when it is known what became of the plan.
///
/// It is lost with the process: whoever uses one has to do right without it, too. Any thread; of
/// one key only the worker that has it in hand asks.
///
/// @param <V> immutable
public final class Memory<V> {
    private final Map<ObjectKey, V> byKey = new ConcurrentHashMap<>();

    public Optional<V> of(ObjectKey key) {
        return Optional.ofNullable(byKey.get(key));
    }

    public void keep(ObjectKey key, V value) {
        byKey.put(key, value);
    }

    /// Adds to what is remembered, for what the syncs of several keys have a share in.
    public void merge(ObjectKey key, V value, BinaryOperator<V> sum) {
        byKey.merge(key, value, sum);
    }

    /// What is remembered of all keys, for gauges over them.
    public Collection<V> values() {
        return List.copyOf(byKey.values());
    }

    /// For keys that are gone.
    public void forget(ObjectKey key) {
        byKey.remove(key);
    }
}
