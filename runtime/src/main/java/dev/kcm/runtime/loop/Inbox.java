package dev.kcm.runtime.loop;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.cache.PendingChange;
import dev.kcm.runtime.queue.IdleWorkers;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// What waits for the one thread of an event loop, in order of arrival. Bounded: of each object at most one
/// [PendingChange] waits, at the place of the first, so that a loop slower than the watches needs no more room than the
/// cluster has objects; tasks come from effects, of which the loop itself decides how many there are. Thread-safe.
final class Inbox {
    private record Key(Resource<?> resource, ObjectKey object) {}

    private final IdleWorkers idle = new IdleWorkers();

    @GuardedBy("this")
    private final ArrayDeque<Item> items = new ArrayDeque<>();

    /// What waits in `items` for each object; empty where it came to nothing since.
    @GuardedBy("this")
    private final Map<Key, Optional<PendingChange<KubeObject>>> pending = new HashMap<>();

    /// One thing for the loop's thread to do.
    sealed interface Item {
        record Task(Runnable task) implements Item {}

        /// @param changes of one object of the resource, in order
        record Changed(Resource<?> resource, List<Change<KubeObject>> changes) implements Item {}

        /// A change of an object whose newest state is found when its turn comes; never taken as such.
        record Waiting(Key key) implements Item {}
    }

    synchronized void add(Runnable task) {
        items.add(new Item.Task(task));
        idle.callOne();
    }

    /// Says whether there is one item more; otherwise the change is told along with one that waits already.
    synchronized boolean add(Resource<?> resource, Change<? extends KubeObject> change) {
        boolean isMore = addForLater(resource, change);
        if (isMore) {
            idle.callOne();
        }
        return isMore;
    }

    /// As [#add], but whoever waits for an item goes on waiting.
    @SuppressWarnings("unchecked") // changes are only read from
    synchronized boolean addForLater(Resource<?> resource, Change<? extends KubeObject> read) {
        var change = (Change<KubeObject>) read;
        var key = new Key(resource, change.object().key());
        var waiting = pending.get(key);
        if (waiting != null) {
            pending.put(
                    key,
                    waiting.map(earlier -> earlier.and(change)).orElseGet(() -> Optional.of(PendingChange.of(change))));
            return false;
        }
        pending.put(key, Optional.of(PendingChange.of(change)));
        items.add(new Item.Waiting(key));
        return true;
    }

    /// The next item; waits for one.
    Item take() throws InterruptedException {
        for (; ; ) {
            IdleWorkers.Seat seat;
            synchronized (this) {
                if (!items.isEmpty()) {
                    var next = items.removeFirst();
                    return next instanceof Item.Waiting(var key) ? changed(key) : next;
                }
                seat = idle.sit();
            }
            seat.await();
        }
    }

    @GuardedBy("this")
    private Item changed(Key key) {
        var waiting = Objects.requireNonNull(pending.remove(key), "an object in line has a pending change");
        return new Item.Changed(
                key.resource(), waiting.map(PendingChange::changes).orElse(List.of()));
    }
}
