package dev.kcm.apiserver.store;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A position in a resource's history. It holds no buffer: the writer only links the next version
/// and unparks whoever waits here, so a slow reader costs nobody else anything. One that falls too
/// far behind loses its position, so that it cannot hold the past in memory.
///
/// Read by one thread; [#nudge] and [#close] may come from any.
public final class Watcher implements AutoCloseable {
    /// What [#await()] came back with.
    public sealed interface Event {
        record Changed(RevisionChange change) implements Event {}

        /// Somebody called [Watcher#nudge].
        record Nudged() implements Event {}

        /// Closed, or cut off for being too slow; nothing more will come.
        record Ended() implements Event {}
    }

    private final AtomicReference<@Nullable Version> position;
    private final Consumer<Watcher> whenClosed;
    private volatile @Nullable Thread waiting;
    private volatile boolean isNudged;
    private volatile boolean isCutOff;

    Watcher(Version start, Consumer<Watcher> whenClosed) {
        this.position = new AtomicReference<>(start);
        this.whenClosed = whenClosed;
    }

    /// The next change if there is one already.
    public Optional<RevisionChange> poll() {
        var here = position.get();
        if (here == null) {
            return Optional.empty();
        }
        var next = here.next();
        if (next == null || !position.compareAndSet(here, next)) {
            return Optional.empty();
        }
        return Optional.ofNullable(next.change());
    }

    /// Blocks until there is a change, a nudge or the end.
    public Event await() throws InterruptedException {
        try {
            waiting = Thread.currentThread();
            while (true) {
                var change = poll();
                if (change.isPresent()) {
                    return new Event.Changed(change.get());
                }
                if (isEnded()) {
                    return new Event.Ended();
                }
                if (isNudged) {
                    isNudged = false;
                    return new Event.Nudged();
                }
                LockSupport.park(this);
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
            }
        } finally {
            waiting = null;
        }
    }

    /// Makes the reader return from [#await] once, such as for a bookmark or a deadline.
    public void nudge() {
        isNudged = true;
        wake();
    }

    public boolean isEnded() {
        return position.get() == null;
    }

    /// Whether it ended because it was too far behind.
    public boolean isCutOff() {
        return isCutOff;
    }

    @Override
    public void close() {
        position.set(null);
        whenClosed.accept(this);
        wake();
    }

    /// Called by the publisher after `newest` was linked.
    void noticed(Version newest, int allowedLag) {
        var here = position.get();
        if (here != null && newest.ordinal() - here.ordinal() > allowedLag) {
            isCutOff = true;
            close();
            return;
        }
        wake();
    }

    private void wake() {
        var thread = waiting;
        if (thread != null) {
            LockSupport.unpark(thread);
        }
    }
}
