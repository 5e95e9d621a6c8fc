package dev.kcm.model;

/// One object, of one kind, at one time of its life: a later object of the same name has another
/// uid.
public record ObjectRef(Resource<?> resource, ObjectKey key, String uid) {
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
