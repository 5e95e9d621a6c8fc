package dev.kcm.runtime.cache;

import dev.kcm.model.KubeObject;
import java.util.function.Consumer;

/// What a server has, while it is being listed, until the store takes it over. An object the store
/// holds in the same version is not kept twice: listing anew costs a table, not a second cluster.
///
/// Owned by the store's writer.
final class RelistBuffer<T extends KubeObject> {
    private final Store<T> store;
    private final ObjectTable<T> objects = new ObjectTable<>();

    RelistBuffer(Store<T> store) {
        this.store = store;
    }

    void add(T object) {
        objects.put(store.heldAs(object).orElse(object));
    }

    void remove(T object) {
        objects.remove(object.namespace(), object.name());
    }

    boolean lacks(T held) {
        return objects.find(held.namespace(), held.name()) == null;
    }

    void forEach(Consumer<? super T> visitor) {
        objects.forEach(visitor);
    }
}
