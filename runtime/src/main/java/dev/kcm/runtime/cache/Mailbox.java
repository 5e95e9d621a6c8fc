package dev.kcm.runtime.cache;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.base.log.Log;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Stands between a store and a listener that may be slow: keeps at most one undelivered change per
/// key, made of the first undelivered old state and the newest new one, and hands changes over on a
/// thread of its own.
///
/// Guarantees: the listener learns every key's final state; memory is bounded by the number of keys
/// however long the listener stalls; a change of uid arrives as delete, then add; an object that
/// came and went unseen is not mentioned.
public final class Mailbox<T extends KubeObject> implements ChangeListener<T>, AutoCloseable {
    private static final Log log = Log.of(Mailbox.class);

    /// What the listener was last shown and what it has yet to see. Both null is never in the map.
    private record Undelivered<T extends KubeObject>(
            @Nullable T told, @Nullable T gone, @Nullable T now, boolean initial, boolean resync) {

        /// Changes to hand over, one or (for a change of uid) two.
        List<Change<T>> changes() {
            if (now == null) {
                return gone == null || told == null ? List.of() : List.of(new Change.Deleted<>(gone));
            }
            if (told == null) {
                return List.of(new Change.Added<>(now, initial));
            }
            if (!told.uid().equals(now.uid())) {
                return List.of(new Change.Deleted<>(gone == null ? told : gone), new Change.Added<>(now, false));
            }
            return List.of(resync ? new Change.Resynced<>(now) : new Change.Updated<>(told, now));
        }
    }

    private final ChangeListener<T> listener;
    private final Thread worker;

    @GuardedBy("this")
    private final LinkedHashMap<ObjectKey, Undelivered<T>> waiting = new LinkedHashMap<>();

    @GuardedBy("this")
    private boolean delivering;

    public Mailbox(String name, ChangeListener<T> listener) {
        this.listener = listener;
        this.worker = Thread.ofVirtual().name("mailbox-" + name).unstarted(this::deliver);
        worker.start();
    }

    @Override
    public synchronized void changed(Change<T> change) {
        var key = change.object().key();
        var merged = merge(waiting.get(key), change);
        if (merged.changes().isEmpty()) {
            waiting.remove(key);
        } else {
            waiting.put(key, merged);
            notifyAll();
        }
    }

    /// Whether everything so far has been handed over.
    public synchronized boolean isQuiet() {
        return waiting.isEmpty() && !delivering;
    }

    /// How many keys wait.
    public synchronized int depth() {
        return waiting.size();
    }

    @Override
    public void close() {
        worker.interrupt();
    }

    private static <T extends KubeObject> Undelivered<T> merge(@Nullable Undelivered<T> earlier, Change<T> change) {
        return switch (change) {
            case Change.Added<T>(var object, var initial) ->
                earlier == null
                        ? new Undelivered<>(null, null, object, initial, false)
                        : new Undelivered<>(earlier.told, earlier.gone, object, initial, false);
            case Change.Updated<T>(var before, var object) ->
                earlier == null
                        ? new Undelivered<>(before, null, object, false, false)
                        : new Undelivered<>(earlier.told, earlier.gone, object, earlier.initial, false);
            case Change.Deleted<T>(var object) ->
                earlier == null
                        ? new Undelivered<>(object, object, null, false, false)
                        : new Undelivered<>(
                                earlier.told, earlier.gone == null ? object : earlier.gone, null, false, false);
            case Change.Resynced<T>(var object) ->
                earlier == null ? new Undelivered<>(object, null, object, false, true) : earlier;
        };
    }

    private void deliver() {
        try {
            for (; ; ) {
                next().changes().forEach(this::publish);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// A listener's failure costs it one change, not all that follow.
    private void publish(Change<T> change) {
        try {
            listener.changed(change);
        } catch (RuntimeException failure) {
            log.error(
                    failure,
                    "Listener failed",
                    "mailbox",
                    worker.getName(),
                    "object",
                    change.object().key());
        }
    }

    private synchronized Undelivered<T> next() throws InterruptedException {
        delivering = false;
        while (waiting.isEmpty()) {
            wait();
        }
        delivering = true;
        return waiting.pollFirstEntry().getValue();
    }
}
