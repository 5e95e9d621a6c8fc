package dev.kcm.apiserver.store;

import dev.kcm.model.KubeObject;
import java.util.List;
import java.util.function.Consumer;

/// All objects of a store right after one revision.
public record StoreContents(long revision, List<ObjectMap> resources) {
    public StoreContents {
        resources = List.copyOf(resources);
    }

    /// The objects alone, without their managed fields.
    public void forEach(Consumer<KubeObject> objects) {
        resources.forEach(resource -> resource.forEach(objects));
    }

    public long count() {
        return resources.stream().mapToLong(ObjectMap::size).sum();
    }
}
