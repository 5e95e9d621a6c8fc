package dev.kcm.runtime.queue;

import java.time.Duration;
import java.util.Objects;

/// The waiting slots in their two lanes, and the rule who is next: changes first, but while
/// background keys wait, every ninth take is theirs, and every second one when the oldest has aged
/// past [#AGING_LIMIT]. So a backlog of a hundred thousand resynced keys cannot hold up a change, and
/// constant change cannot hold up a resync for ever. Guarded by the queue's lock.
final class Lanes<K> {
    static final int CHANGES_PER_BACKGROUND_KEY = 8;
    static final Duration AGING_LIMIT = Duration.ofSeconds(10);

    private final SlotList<K> changes = new SlotList<>();
    private final SlotList<K> background = new SlotList<>();
    private int changesInARow;

    int size() {
        return changes.size() + background.size();
    }

    boolean isEmpty() {
        return changes.isEmpty() && background.isEmpty();
    }

    /// Puts a slot at the end of its lane.
    void append(Slot<K> slot) {
        lane(slot.lane).append(slot);
    }

    /// Moves a waiting slot to the more urgent of its lane and the given one.
    void promote(Slot<K> slot, Lane lane) {
        if (slot.lane == Lane.BACKGROUND && lane == Lane.CHANGE) {
            background.remove(slot);
            slot.lane = Lane.CHANGE;
            changes.append(slot);
        }
    }

    /// Takes the slot whose turn it is off its lane; the lanes must not be empty.
    Slot<K> takeNext(long now) {
        var slot = next(now);
        lane(slot.lane).remove(slot);
        changesInARow = slot.lane == Lane.BACKGROUND || background.isEmpty() ? 0 : changesInARow + 1;
        return slot;
    }

    private Slot<K> next(long now) {
        var oldestInBackground = background.first();
        var change = changes.first();
        if (oldestInBackground == null || change == null) {
            return Objects.requireNonNull(change == null ? oldestInBackground : change);
        }
        boolean hasAged = now - oldestInBackground.addedAt >= AGING_LIMIT.toNanos();
        return changesInARow >= (hasAged ? 1 : CHANGES_PER_BACKGROUND_KEY) ? oldestInBackground : change;
    }

    private SlotList<K> lane(Lane lane) {
        return lane == Lane.CHANGE ? changes : background;
    }
}
