package dev.kcm.client;

/// A change to part of an object, as the bytes that are sent. Without `subresource` (`""`) it is
/// for the object itself. Only apply may `force`, and must name a field manager.
public record Patch(Type type, byte[] content, String subresource, String fieldManager, boolean force) {

    public enum Type {
        JSON("application/json-patch+json"),
        MERGE("application/merge-patch+json"),
        STRATEGIC("application/strategic-merge-patch+json"),
        APPLY("application/apply-patch+yaml");

        private final String mediaType;

        Type(String mediaType) {
            this.mediaType = mediaType;
        }

        public String mediaType() {
            return mediaType;
        }
    }

    public Patch {
        if (type == Type.APPLY && fieldManager.isEmpty()) {
            throw new IllegalArgumentException("An apply patch needs a field manager");
        }
        if (type != Type.APPLY && force) {
            throw new IllegalArgumentException("Only an apply patch can be forced");
        }
    }

    public static Patch json(byte[] content) {
        return new Patch(Type.JSON, content, "", "", false);
    }

    public static Patch merge(byte[] content) {
        return new Patch(Type.MERGE, content, "", "", false);
    }

    public static Patch strategic(byte[] content) {
        return new Patch(Type.STRATEGIC, content, "", "", false);
    }

    public static Patch apply(byte[] content, String fieldManager, boolean force) {
        return new Patch(Type.APPLY, content, "", fieldManager, force);
    }

    public Patch onSubresource(String name) {
        return new Patch(type, content, name, fieldManager, force);
    }

    public Patch withFieldManager(String name) {
        return new Patch(type, content, subresource, name, force);
    }
}
