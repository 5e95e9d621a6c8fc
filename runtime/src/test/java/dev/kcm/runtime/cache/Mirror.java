package dev.kcm.runtime.cache;

import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// A listener that knows the cluster only from what it is told, and notes what makes no sense.
final class Mirror<T extends KubeObject> implements ChangeListener<T> {
    private final Map<ObjectKey, T> known = new ConcurrentHashMap<>();
    private final List<String> nonsense = new ArrayList<>();

    @Override
    public void changed(Change<T> change) {
        var key = change.object().key();
        switch (change) {
            case Change.Added<T>(var object, var _) -> require(known.put(key, object) == null, "added twice", change);
            case Change.Updated<T>(var before, var object) -> {
                var held = known.put(key, object);
                require(
                        held != null
                                && held.uid().equals(object.uid())
                                && held.resourceVersion().equals(before.resourceVersion()),
                        "updated from something else than it was told before",
                        change);
            }
            case Change.Deleted<T>(var object) -> {
                var held = known.remove(key);
                require(held != null && held.uid().equals(object.uid()), "deleted without having been there", change);
            }
            case Change.Resynced<T>(var object) -> {
                var held = known.get(key);
                require(
                        held != null && held.resourceVersion().equals(object.resourceVersion()),
                        "shown again in another state",
                        change);
            }
        }
    }

    Map<ObjectKey, String> versions() {
        var versions = new HashMap<ObjectKey, String>();
        known.forEach((key, object) -> versions.put(key, object.resourceVersion()));
        return versions;
    }

    synchronized List<String> nonsense() {
        return List.copyOf(nonsense);
    }

    private synchronized void require(boolean holds, String what, Change<T> change) {
        if (!holds && nonsense.size() < 20) {
            nonsense.add(what + ": " + change);
        }
    }
}
