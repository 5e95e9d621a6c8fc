package dev.kcm.runtime.cache;

import dev.kcm.model.KubeObject;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// A listener that knows the cluster only from what it is told, and notes what makes no sense.
final class Mirror<T extends KubeObject> implements ChangeListener<T> {
    private final Map<String, T> known = new ConcurrentHashMap<>();
    private final List<String> nonsense = new ArrayList<>();

    @Override
    public void changed(Change<T> change) {
        var name = change.object().name();
        switch (change) {
            case Change.Added<T>(var object, _) ->
                    require(known.put(name, object) == null, "added twice", change);
            case Change.Updated<T>(var before, var object) -> {
                var held = known.put(name, object);
                require(
                        held != null
                                && held.uid().equals(object.uid())
                                && held.resourceVersion().equals(before.resourceVersion()),
                        "updated from something else than it was told before",
                        change);
            }
            case Change.Deleted<T>(var object) -> {
                var held = known.remove(name);
                require(
                        held != null && held.uid().equals(object.uid()),
                        "deleted without having been there",
                        change);
            }
            case Change.Resynced<T>(var object) -> {
                var held = known.get(name);
                require(
                        held != null && held.resourceVersion().equals(object.resourceVersion()),
                        "shown again in another state",
                        change);
            }
        }
    }

    Map<String, String> versions() {
        var versions = new ConcurrentHashMap<String, String>();
        known.forEach((name, object) -> versions.put(name, object.resourceVersion()));
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
