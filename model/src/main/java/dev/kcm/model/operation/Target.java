package dev.kcm.model.operation;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;

/// What a request is about: a resource in the version the caller speaks, a namespace (empty for
/// cluster-wide ones and for all namespaces), a name (empty for the collection) and a subresource
/// (empty for the object itself).
public record Target(Resource<?> resource, String namespace, String name, String subresource) {
    public static Target collection(Resource<?> resource, String namespace) {
        return new Target(resource, namespace, "", "");
    }

    public static Target object(Resource<?> resource, ObjectKey key) {
        return new Target(resource, key.namespace(), key.name(), "");
    }

    public Target withSubresource(String part) {
        return new Target(resource, namespace, name, part);
    }

    public Target withResource(Resource<?> other) {
        return new Target(other, namespace, name, subresource);
    }

    public Target withName(String changed) {
        return new Target(resource, namespace, changed, subresource);
    }

    public ObjectKey key() {
        return ObjectKey.of(namespace, name);
    }

    /// As RBAC names it: `pods`, `pods/status`.
    public String resourceName() {
        return subresource.isEmpty() ? resource.plural() : resource.plural() + "/" + subresource;
    }

    @Override
    public String toString() {
        return resource.path(namespace)
                + (name.isEmpty() ? "" : "/" + name)
                + (subresource.isEmpty() ? "" : "/" + subresource);
    }
}
