package dev.kcm.client;

import dev.kcm.model.operation.PatchType;

/// A change to part of an object, as the bytes that are sent. Without `subresource` (`""`) it is
/// for the object itself. Only apply may `force`, and must name a field manager.
public record Patch(PatchType type, byte[] content, String subresource, String fieldManager, boolean force) {

    public Patch {
        if (type == PatchType.APPLY && fieldManager.isEmpty()) {
            throw new IllegalArgumentException("An apply patch needs a field manager");
        }
        if (type != PatchType.APPLY && force) {
            throw new IllegalArgumentException("Only an apply patch can be forced");
        }
    }

    public static Patch json(byte[] content) {
        return new Patch(PatchType.JSON, content, "", "", false);
    }

    public static Patch merge(byte[] content) {
        return new Patch(PatchType.MERGE, content, "", "", false);
    }

    public static Patch strategic(byte[] content) {
        return new Patch(PatchType.STRATEGIC, content, "", "", false);
    }

    public static Patch apply(byte[] content, String fieldManager, boolean force) {
        return new Patch(PatchType.APPLY, content, "", fieldManager, force);
    }

    public Patch onSubresource(String name) {
        return new Patch(type, content, name, fieldManager, force);
    }

    public Patch withFieldManager(String name) {
        return new Patch(type, content, subresource, name, force);
    }
}
