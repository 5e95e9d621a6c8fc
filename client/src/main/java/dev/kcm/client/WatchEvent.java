package dev.kcm.client;

import dev.kcm.model.KubeObject;
import dev.kcm.model.failure.ApiFailure;

/// One message of a watch.
public sealed interface WatchEvent<T extends KubeObject> {

    record Added<T extends KubeObject>(T object) implements WatchEvent<T> {}

    record Modified<T extends KubeObject>(T object) implements WatchEvent<T> {}

    /// `object` is its last state; its resourceVersion is that of the deletion.
    record Deleted<T extends KubeObject>(T object) implements WatchEvent<T> {}

    /// Everything up to this state has been sent. `initialEventsEnd`: and with it the objects that
    /// were there when the watch began.
    record Bookmark<T extends KubeObject>(String resourceVersion, boolean initialEventsEnd) implements WatchEvent<T> {}

    /// The server ends the watch and says why; nothing follows.
    record Failed<T extends KubeObject>(ApiFailure failure) implements WatchEvent<T> {}
}
