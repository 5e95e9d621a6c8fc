package dev.kcm.model;

/// One object, of one kind, at one time of its life: a later object of the same name has another
/// uid.
///
/// @param resourceVersion the version of it that is meant; empty where any is
public record ObjectRef(Resource<?> resource, ObjectKey key, String uid, String resourceVersion) {
    public ObjectRef(Resource<?> resource, ObjectKey key, String uid) {
        this(resource, key, uid, "");
    }

    public String namespace() {
        return key.namespace();
    }

    public String name() {
        return key.name();
    }

    @Override
    public String toString() {
        return resource + " " + key;
    }
}
