package dev.kcm.client;

import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;

/// A write as data, for those who plan writes in one place and send them in another.
public sealed interface Write<T extends KubeObject> {

    record Create<T extends KubeObject>(T object) implements Write<T> {}

    record Update<T extends KubeObject>(T object) implements Write<T> {}

    record UpdateStatus<T extends KubeObject>(T object) implements Write<T> {}

    /// The object goes to one of its subresources, which must take objects of its own kind
    /// (`finalize`, `approval`).
    record UpdateSubresource<T extends KubeObject>(T object, String subresource) implements Write<T> {}

    record PatchObject<T extends KubeObject>(ObjectKey key, Patch patch) implements Write<T> {}

    record Delete<T extends KubeObject>(ObjectKey key, DeleteOptions options) implements Write<T> {}
}
