package dev.kcm.runtime.queue;

import org.jspecify.annotations.Nullable;

/// All that a queue knows about one key. Guarded by the queue's lock; a key without anything worth
/// knowing has no slot.
///
/// A slot hangs in at most one [SlotList] (a lane or "in hands") by its own links, so moving it
/// costs no search and no allocation.
final class Slot<K> {
    final K key;

    /// Where the key is.
    Place place = Place.NOWHERE;

    /// The lane it waits in, or came from while it is in hands.
    Lane lane = Lane.CHANGE;

    /// While in hands: added again meanwhile, into `againIn`.
    boolean isWantedAgain;

    Lane againIn = Lane.BACKGROUND;

    /// Monotonic time of the add that it waits for since, and of the take.
    long addedAt;

    long takenAt;

    /// The pending wake-up; `wakeNumber` orders equal times and is zero when none is pending.
    long wakeAt;

    long wakeNumber;
    Lane wakeInto = Lane.BACKGROUND;

    int failures;

    @Nullable
    Slot<K> previous;

    @Nullable
    Slot<K> next;

    Slot(K key) {
        this.key = key;
    }

    enum Place {
        NOWHERE,
        WAITING,
        IN_HANDS
    }

    boolean isAsleep() {
        return wakeNumber != 0;
    }

    boolean isForgettable() {
        return place == Place.NOWHERE && failures == 0 && !isAsleep();
    }

    static <K> int bySoonestWakeUp(Slot<K> one, Slot<K> other) {
        int byTime = Long.compare(one.wakeAt - other.wakeAt, 0);
        return byTime != 0 ? byTime : Long.compare(one.wakeNumber, other.wakeNumber);
    }
}
