package dev.kcm.apiserver.store.log;

/// What a record in a frame begins with.
final class RecordKinds {
    /// A revision, a resource, a namespace, a name and an object.
    static final byte PUT = 1;

    /// A revision, a resource, a namespace and a name.
    static final byte REMOVE = 2;

    /// A revision that the store has reached.
    static final byte REVISION = 3;

    /// How many objects a backup holds; nothing follows.
    static final byte END = 4;

    private RecordKinds() {}
}
