package dev.kcm.runtime.loop;

import com.google.errorprone.annotations.concurrent.GuardedBy;

import dev.kcm.model.ObjectKey;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The last decisions per object of one controller, for `explain`. Bounded: the objects not looked
/// at for longest are forgotten first. Holds reasons and names, never the contents of objects.
/// Thread-safe.
public final class Journal {
    private static final int OBJECTS = 4096;
    private static final int ENTRIES = 6;

    /// @param decided why the plan was made
    /// @param outcomes what became of its steps, one line each
    /// @param next what happens to the key then
    public record Entry(Instant at, String decided, List<String> outcomes, String next) {}

    @GuardedBy("this")
    private final Map<ObjectKey, ArrayDeque<Entry>> byKey =
            new LinkedHashMap<>(64, 0.75f, true) {
                @Override
                protected boolean removeEldestEntry(
                        Map.Entry<ObjectKey, ArrayDeque<Journal.Entry>> eldest) {
                    return size() > OBJECTS;
                }
            };

    /// Newest last; empty when nothing is known.
    public synchronized List<Entry> of(ObjectKey key) {
        var entries = byKey.get(key);
        return entries == null ? List.of() : List.copyOf(entries);
    }

    /// The same decision again only moves its time.
    synchronized void record(ObjectKey key, Entry entry) {
        var entries = byKey.computeIfAbsent(key, _ -> new ArrayDeque<>(ENTRIES));
        var last = entries.peekLast();
        if (last != null
                && last.decided().equals(entry.decided())
                && last.outcomes().equals(entry.outcomes())) {
            entries.removeLast();
        } else if (entries.size() == ENTRIES) {
            entries.removeFirst();
        }
        entries.addLast(entry);
    }
}
