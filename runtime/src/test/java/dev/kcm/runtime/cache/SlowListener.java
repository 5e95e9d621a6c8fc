package dev.kcm.runtime.cache;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import java.util.LinkedHashMap;

/// A listener with a thread of its own that may take its time: what happens meanwhile waits as one [PendingChange] per
/// object.
final class SlowListener<T extends KubeObject> implements ChangeListener<T>, AutoCloseable {
    private final ChangeListener<T> listener;
    private final Thread thread;

    @GuardedBy("this")
    private final LinkedHashMap<ObjectKey, PendingChange<T>> waiting = new LinkedHashMap<>();

    @GuardedBy("this")
    private boolean isDelivering;

    SlowListener(ChangeListener<T> listener) {
        this.listener = listener;
        this.thread = Thread.ofVirtual().name("slow-listener").unstarted(this::deliver);
        thread.start();
    }

    @Override
    public synchronized void changed(Change<T> change) {
        waiting.compute(
                change.object().key(),
                (_, earlier) -> earlier == null
                        ? PendingChange.of(change)
                        : earlier.and(change).orElse(null));
        notifyAll();
    }

    /// Whether everything so far has been delivered.
    synchronized boolean isQuiet() {
        return waiting.isEmpty() && !isDelivering;
    }

    /// How many objects wait.
    synchronized int depth() {
        return waiting.size();
    }

    @Override
    public void close() {
        thread.interrupt();
    }

    private void deliver() {
        try {
            for (; ; ) {
                next().changes().forEach(listener::changed);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized PendingChange<T> next() throws InterruptedException {
        isDelivering = false;
        while (waiting.isEmpty()) {
            wait();
        }
        isDelivering = true;
        return waiting.pollFirstEntry().getValue();
    }
}
