package dev.kcm.model;

/// Where an object of some kind lives: namespace (empty for cluster-wide kinds) and name.
public record ObjectKey(String namespace, String name) implements Comparable<ObjectKey> {
    public static ObjectKey of(String namespace, String name) {
        return new ObjectKey(namespace, name);
    }

    /// The key of a cluster-wide object.
    public static ObjectKey of(String name) {
        return new ObjectKey("", name);
    }

    /// Reads `namespace/name`, or `name` alone.
    public static ObjectKey parse(String text) {
        int slash = text.indexOf('/');
        if (text.isEmpty() || slash != text.lastIndexOf('/')) {
            throw new IllegalArgumentException("\"" + text + "\" is not a key: write namespace/name or name");
        }
        return slash < 0 ? of(text) : of(text.substring(0, slash), text.substring(slash + 1));
    }

    @Override
    public int compareTo(ObjectKey other) {
        int byNamespace = namespace.compareTo(other.namespace);
        return byNamespace != 0 ? byNamespace : name.compareTo(other.name);
    }

    @Override
    public String toString() {
        return namespace.isEmpty() ? name : namespace + "/" + name;
    }
}
