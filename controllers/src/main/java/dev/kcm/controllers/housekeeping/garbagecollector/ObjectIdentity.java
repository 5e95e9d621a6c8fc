package dev.kcm.controllers.housekeeping.garbagecollector;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.meta.v1.ObjectMeta;
import dev.kcm.model.meta.v1.OwnerReference;
import java.util.Comparator;

/// Who an object is: as it says itself, or as somebody says who calls it an owner and may be wrong
/// about everything.
record ObjectIdentity(String apiVersion, String kind, String namespace, String name, String uid)
        implements Comparable<ObjectIdentity> {
    private static final Comparator<ObjectIdentity> ORDER = Comparator.comparing(ObjectIdentity::kind)
            .thenComparing(ObjectIdentity::apiVersion)
            .thenComparing(ObjectIdentity::namespace)
            .thenComparing(ObjectIdentity::name)
            .thenComparing(ObjectIdentity::uid);

    static ObjectIdentity of(Resource<?> resource, ObjectMeta metadata) {
        return new ObjectIdentity(
                resource.apiVersion(), resource.kind(), metadata.namespace(), metadata.name(), metadata.uid());
    }

    /// An owner is in the namespace of what it owns, or in none.
    static ObjectIdentity of(OwnerReference reference, String namespace) {
        return new ObjectIdentity(
                reference.apiVersion(), reference.kind(), namespace, reference.name(), reference.uid());
    }

    ObjectIdentity in(String otherNamespace) {
        return new ObjectIdentity(apiVersion, kind, otherNamespace, name, uid);
    }

    ObjectKey key() {
        return new ObjectKey(namespace, name);
    }

    boolean isClusterWide() {
        return namespace.isEmpty();
    }

    /// Whether a reference says the same, apart from the namespace it cannot name.
    boolean isMeantBy(OwnerReference reference) {
        return uid.equals(reference.uid())
                && name.equals(reference.name())
                && kind.equals(reference.kind())
                && apiVersion.equals(reference.apiVersion());
    }

    /// For people.
    String describe() {
        return kind + " " + key();
    }

    @Override
    public int compareTo(ObjectIdentity other) {
        return ORDER.compare(this, other);
    }

    /// As upstream writes it in events.
    @Override
    public String toString() {
        return "[%s/%s, namespace: %s, name: %s, uid: %s]".formatted(apiVersion, kind, namespace, name, uid);
    }
}
