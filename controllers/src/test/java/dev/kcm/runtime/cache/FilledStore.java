package dev.kcm.runtime.cache;

import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import java.util.List;

/// A store with content, for tests of what reads stores; only an informer can write one otherwise.
public final class FilledStore {
    private FilledStore() {}

    @SafeVarargs
    public static <T extends KubeObject> Store<T> of(Resource<T> resource, List<Index<T>> indexes, T... objects) {
        var store = new Store<>(resource);
        indexes.forEach(store::index);
        for (var object : objects) {
            store.apply(object, true);
        }
        return store;
    }
}
