package dev.kcm.testing.backend;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.base.Clock;
import dev.kcm.client.ApiRequest;
import dev.kcm.model.ObjectKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What happened, in order: the scenario's own steps and every write our controllers sent.
/// Thread-safe.
public final class WriteLog {
    /// One line of what happened.
    public sealed interface Entry {
        Instant at();
    }

    /// A step of the scenario, or what happened to its processes.
    public record Note(Instant at, String text) implements Entry {}

    /// A write of one of our controllers.
    ///
    /// @param what verb and resource, as in `create pods` or `update replicasets/status`
    /// @param refused why the server refused it, if it did
    public record Write(Instant at, String controller, String what, ObjectKey key, Optional<String> refused)
            implements Entry {

        public boolean hasSucceeded() {
            return refused.isEmpty();
        }

        /// Events are not what a controller is there to write.
        public boolean isEvent() {
            return what.endsWith(" events");
        }
    }

    private final Clock clock;

    @GuardedBy("this")
    private final List<Entry> entries = new ArrayList<>();

    @GuardedBy("this")
    private int mark;

    WriteLog(Clock clock) {
        this.clock = clock;
    }

    public synchronized void note(String text) {
        entries.add(new Note(clock.instant(), text));
    }

    /// From here on [#sinceMark] counts.
    public synchronized void mark() {
        mark = entries.size();
    }

    synchronized void record(String controller, ApiRequest request, ObjectKey key, Optional<String> refused) {
        entries.add(new Write(clock.instant(), controller, what(request), key, refused));
    }

    public synchronized List<Entry> all() {
        return List.copyOf(entries);
    }

    /// Writes without events, since the last mark.
    public synchronized List<Write> sinceMark() {
        return writes(entries.subList(mark, entries.size()));
    }

    /// Writes without events, of the whole scenario.
    public synchronized List<Write> writes() {
        return writes(entries);
    }

    private static List<Write> writes(List<Entry> entries) {
        return entries.stream()
                .filter(Write.class::isInstance)
                .map(Write.class::cast)
                .filter(write -> !write.isEvent())
                .toList();
    }

    /// A request as a controller's spec declares it.
    static String what(ApiRequest request) {
        return request.operation().verb() + " " + request.operation().target().resourceName();
    }
}
