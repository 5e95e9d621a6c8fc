package dev.kcm.runtime.cache;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import java.util.OptionalInt;
import java.util.Set;

/// How many objects of a kind a namespace has, for controllers that learn only at work which kinds
/// they have to count. What is followed for it alone is cached as metadata, for as long as a key
/// wants it. Any thread.
public interface ObjectCounts {

    /// From now on syncs of `key` count exactly these kinds.
    void follow(ObjectKey key, Set<Resource<?>> kinds);

    /// Empty until the kind, which must be followed, is listed. Objects without a namespace are in
    /// the one without a name.
    OptionalInt of(Resource<?> kind, String namespace);
}
