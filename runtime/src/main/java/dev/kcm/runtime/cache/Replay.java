package dev.kcm.runtime.cache;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Brings a listener up to date that joins while the store is written: everything there arrives as
/// an initial addition, every change since in its place, each key's changes one upon the other as
/// if the listener had been there from the beginning.
///
/// Thread-safe: its monitor orders the calls of the joining thread and of the writer to this one
/// listener; while the listener joins, the writer may wait for one call of it.
final class Replay<T extends KubeObject> implements ChangeListener<T> {
    private final ChangeListener<T> listener;

    /// What the listener has been shown; null when it is up to date.
    @GuardedBy("this")
    private @Nullable Map<ObjectKey, T> told = new HashMap<>();

    /// Keys the writer has notified of, so that what a walk finds may be older.
    @GuardedBy("this")
    private final Set<ObjectKey> overtaken = new HashSet<>();

    @GuardedBy("this")
    private boolean isShown;

    Replay(ChangeListener<T> listener) {
        this.listener = listener;
    }

    void show(Store<T> store) {
        store.forEach(this::show);
        synchronized (this) {
            isShown = true;
            overtaken.clear();
        }
    }

    private synchronized void show(T object) {
        if (told != null && !overtaken.contains(object.key())) {
            told.put(object.key(), object);
            listener.changed(new Change.Added<>(object, true));
        }
    }

    /// The store shows a change before it notifies of it, so a walk may have shown it too: that can be
    /// so for the first change after the walk, but for none that follows.
    @Override
    public synchronized void changed(Change<T> change) {
        if (told == null) {
            listener.changed(change);
            return;
        }
        overtaken.add(change.object().key());
        if (change instanceof Change.Deleted<T>(var last)) {
            leave(told, last);
        } else {
            take(told, change);
        }
        if (isShown) {
            told = null;
            overtaken.clear();
        }
    }

    /// What is added while the listener joins is news to it, not what was there before; what only
    /// changes was there, though the walk did not come by.
    @GuardedBy("this")
    private void take(Map<ObjectKey, T> known, Change<T> change) {
        var object = change.object();
        var before = known.put(object.key(), object);
        if (before == null) {
            listener.changed(change instanceof Change.Added<T> added ? added : new Change.Added<>(object, true));
        } else if (!before.uid().equals(object.uid())) {
            listener.changed(new Change.Deleted<>(before));
            listener.changed(new Change.Added<>(object, false));
        } else if (!before.resourceVersion().equals(object.resourceVersion())) {
            listener.changed(new Change.Updated<>(before, object));
        }
    }

    @GuardedBy("this")
    private void leave(Map<ObjectKey, T> known, T last) {
        var before = known.remove(last.key());
        if (before != null) {
            boolean isThatOne = before.uid().equals(last.uid());
            listener.changed(new Change.Deleted<>(isThatOne ? last : before));
        }
    }
}
