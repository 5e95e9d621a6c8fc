package dev.kcm.model;

import dev.kcm.model.meta.v1.ObjectMeta;
import java.util.Map;

/// An immutable object of the API: of a kind, with metadata.
public interface KubeObject {
    ObjectMeta metadata();

    /// A copy with other metadata.
    KubeObject withMetadata(ObjectMeta metadata);

    /// The resource it is an object of.
    Resource<? extends KubeObject> resource();

    default ObjectKey key() {
        return new ObjectKey(metadata().namespace(), metadata().name());
    }

    default ObjectRef ref() {
        return new ObjectRef(resource(), key(), metadata().uid(), metadata().resourceVersion());
    }

    default String name() {
        return metadata().name();
    }

    default String namespace() {
        return metadata().namespace();
    }

    default String uid() {
        return metadata().uid();
    }

    default String resourceVersion() {
        return metadata().resourceVersion();
    }

    default Map<String, String> labels() {
        return metadata().labels();
    }

    default Map<String, String> annotations() {
        return metadata().annotations();
    }

    /// True once somebody asked for its deletion: it only waits for finalizers or its grace period.
    default boolean isDeleting() {
        return metadata().deletionTimestamp().isPresent();
    }
}
