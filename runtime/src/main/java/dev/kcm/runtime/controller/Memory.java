package dev.kcm.runtime.controller;

import dev.kcm.model.ObjectKey;

import org.jspecify.annotations.Nullable;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/// What a controller remembers of an object from one look to the next where the API has no field
/// for it. It is gone after a restart or a change of leader, so it may only hold hints: back-off,
/// never an account of anything.
///
/// Use: `observe` takes in what it sees and forgets objects that are gone. Taking in the same thing
/// twice must change nothing, since a look may be repeated. Thread-safe.
public final class Memory<V> {
    private final Map<ObjectKey, Kept<V>> byKey = new ConcurrentHashMap<>();
    private final V blank;

    private record Kept<V>(String uid, V value) {}

    /// @param blank what is known of an object never seen before
    public Memory(V blank) {
        this.blank = blank;
    }

    /// Takes something in and returns what is known then; another object of the same name starts
    /// blank.
    public V learn(ObjectKey key, String uid, UnaryOperator<V> takingIn) {
        return byKey.compute(key, (_, kept) -> new Kept<>(uid, takingIn.apply(known(kept, uid))))
                .value();
    }

    public boolean knows(ObjectKey key, String uid) {
        var kept = byKey.get(key);
        return kept != null && kept.uid().equals(uid);
    }

    public void forget(ObjectKey key) {
        byKey.remove(key);
    }

    private V known(@Nullable Kept<V> kept, String uid) {
        return kept == null || !kept.uid().equals(uid) ? blank : kept.value();
    }
}
