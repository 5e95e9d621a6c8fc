package dev.kcm.runtime.queue;

import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A first-in-first-out list of slots linked through the slots themselves. Guarded by the queue's
/// lock.
final class SlotList<K> {
    private @Nullable Slot<K> first;
    private @Nullable Slot<K> last;
    private int size;

    int size() {
        return size;
    }

    boolean isEmpty() {
        return first == null;
    }

    @Nullable
    Slot<K> first() {
        return first;
    }

    void append(Slot<K> slot) {
        slot.previous = last;
        slot.next = null;
        if (last == null) {
            first = slot;
        } else {
            last.next = slot;
        }
        last = slot;
        size++;
    }

    void remove(Slot<K> slot) {
        if (slot.previous == null) {
            first = slot.next;
        } else {
            slot.previous.next = slot.next;
        }
        if (slot.next == null) {
            last = slot.previous;
        } else {
            slot.next.previous = slot.previous;
        }
        slot.previous = null;
        slot.next = null;
        size--;
    }

    /// The slots in order; the list must not change meanwhile.
    Stream<Slot<K>> stream() {
        return Stream.iterate(first, Objects::nonNull, slot -> slot.next);
    }
}
