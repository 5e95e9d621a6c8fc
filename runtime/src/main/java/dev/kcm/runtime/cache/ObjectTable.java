package dev.kcm.runtime.cache;

import dev.kcm.model.KubeObject;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A hash table from namespace and name to object, for one writer and any number of readers without
/// locks.
///
/// Objects are their own keys, so an entry costs one slot of an array (about six bytes at the load
/// we keep) where a ConcurrentHashMap's costs fifty; a store and its indexes hold several entries
/// per object.
///
/// Guarantees: a reader sees every object whose `put` happened before its read began and that was
/// not removed since. A walk is weakly consistent: it may or may not show what changes meanwhile.
final class ObjectTable<T extends KubeObject> {
    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Object[].class);
    private static final int SMALLEST = 4;

    /// Stands where an object was: the search for others goes on past it.
    private enum Mark {
        REMOVED
    }

    private volatile Object[] slots = new Object[SMALLEST];
    private volatile int size;

    /// Slots that are not null: objects and removal marks. Only the writer reads it.
    private int used;

    int size() {
        return size;
    }

    /// Any thread.
    @Nullable
    T find(String namespace, String name) {
        var seen = slots;
        int mask = seen.length - 1;
        for (int at = hash(namespace, name) & mask; ; at = (at + 1) & mask) {
            var slot = SLOT.getAcquire(seen, at);
            if (slot == null) {
                return null;
            }
            if (slot != Mark.REMOVED && isAt(slot, namespace, name)) {
                return object(slot);
            }
        }
    }

    /// Any thread.
    void forEach(Consumer<? super T> visitor) {
        var seen = slots;
        for (int at = 0; at < seen.length; at++) {
            var slot = SLOT.getAcquire(seen, at);
            if (slot != null && slot != Mark.REMOVED) {
                visitor.accept(object(slot));
            }
        }
    }

    /// Writer only. Returns what stood there before.
    @Nullable
    T put(T object) {
        growIfFull();
        var own = slots;
        int mask = own.length - 1;
        int free = -1;
        for (int at = hash(object.namespace(), object.name()) & mask; ; at = (at + 1) & mask) {
            var slot = own[at];
            if (slot == null) {
                insert(own, free >= 0 ? free : at, free < 0, object);
                return null;
            }
            if (slot == Mark.REMOVED) {
                free = free >= 0 ? free : at;
            } else if (isAt(slot, object.namespace(), object.name())) {
                SLOT.setRelease(own, at, object);
                return object(slot);
            }
        }
    }

    /// Writer only. Returns what stood there.
    @Nullable
    T remove(String namespace, String name) {
        var own = slots;
        int mask = own.length - 1;
        for (int at = hash(namespace, name) & mask; own[at] != null; at = (at + 1) & mask) {
            var slot = own[at];
            if (slot != Mark.REMOVED && isAt(slot, namespace, name)) {
                SLOT.setRelease(own, at, Mark.REMOVED);
                size = size - 1;
                shrinkIfSparse();
                return object(slot);
            }
        }
        return null;
    }

    private void insert(Object[] own, int at, boolean wasNull, T object) {
        SLOT.setRelease(own, at, object);
        size = size + 1;
        if (wasNull) {
            used++;
        }
    }

    private void growIfFull() {
        if (used + 1 > slots.length - slots.length / 4) {
            rebuild(capacityFor(size + 1));
        }
    }

    private void shrinkIfSparse() {
        if (slots.length > SMALLEST && size < slots.length / 8) {
            rebuild(capacityFor(size));
        }
    }

    /// Removal marks go with the old array; readers still walking it see the objects as they were.
    private void rebuild(int capacity) {
        var next = new Object[capacity];
        int mask = capacity - 1;
        for (var slot : slots) {
            if (slot != null && slot != Mark.REMOVED) {
                int at = hash(object(slot).namespace(), object(slot).name()) & mask;
                while (next[at] != null) {
                    at = (at + 1) & mask;
                }
                next[at] = slot;
            }
        }
        used = size;
        slots = next;
    }

    private static int capacityFor(int objects) {
        int capacity = SMALLEST;
        while (capacity - capacity / 4 <= objects + objects / 4) {
            capacity *= 2;
        }
        return capacity;
    }

    private static int hash(String namespace, String name) {
        int hash = name.hashCode() * 31 + namespace.hashCode();
        return hash ^ (hash >>> 16);
    }

    private boolean isAt(Object slot, String namespace, String name) {
        var object = object(slot);
        return object.name().equals(name) && object.namespace().equals(namespace);
    }

    @SuppressWarnings("unchecked") // only put() writes objects into slots
    private T object(Object slot) {
        return (T) slot;
    }
}
