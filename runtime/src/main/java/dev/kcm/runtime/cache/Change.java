package dev.kcm.runtime.cache;

import dev.kcm.model.KubeObject;

/// What happened to one object in a store. Between two changes of one key nothing is lost but what
/// lay in between: a listener always learns the newest state, and a change of uid always arrives as
/// [Deleted], then [Added].
public sealed interface Change<T extends KubeObject> {
    /// The object as it is now, or as it was last known when it is gone.
    T object();

    /// @param initial found by the first listing of this process, not a change of the cluster
    record Added<T extends KubeObject>(T object, boolean initial) implements Change<T> {}

    record Updated<T extends KubeObject>(T before, T object) implements Change<T> {}

    record Deleted<T extends KubeObject>(T object) implements Change<T> {}

    /// Nothing changed: the periodic resync.
    record Resynced<T extends KubeObject>(T object) implements Change<T> {}
}
