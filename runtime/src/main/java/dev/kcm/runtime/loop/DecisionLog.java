package dev.kcm.runtime.loop;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The last decisions per object of one controller, for `explain`. Bounded: the objects not synced
/// at for longest are forgotten first. Holds reasons and names, never the contents of objects.
/// Thread-safe.
public final class DecisionLog {
    private static final int OBJECTS = 4096;
    private static final int ENTRIES = 6;

    /// @param decided why the plan was made
    /// @param outcomes what became of its steps, one line each
    /// @param next what happens to the key then
    public record Entry(Instant at, String decided, List<String> outcomes, String next) {}

    /// One object of one resource, by its plural.
    private record Subject(String resource, ObjectKey key) {}

    @GuardedBy("this")
    private final Map<Subject, ArrayDeque<Entry>> bySubject = new LinkedHashMap<>(64, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Subject, ArrayDeque<DecisionLog.Entry>> eldest) {
            return size() > OBJECTS;
        }
    };

    /// Newest last; empty when nothing is known.
    ///
    /// @param resource by its plural
    public synchronized List<Entry> of(String resource, ObjectKey key) {
        var entries = bySubject.get(new Subject(resource, key));
        return entries == null ? List.of() : List.copyOf(entries);
    }

    /// The same decision again only moves its time.
    synchronized void record(Resource<?> resource, ObjectKey key, Entry entry) {
        var entries = bySubject.computeIfAbsent(new Subject(resource.plural(), key), _ -> new ArrayDeque<>(ENTRIES));
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
