package dev.kcm.apiserver.store;

import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import org.jspecify.annotations.Nullable;

/// What one revision did to one object: created it (no `before`), replaced it, or removed it (no
/// `after`). `state` is the object as watchers see it: the new one, or the last one with the
/// revision of its removal.
///
/// @param owners who manages the fields of `state`
/// @param ownersBefore who managed those of `before`
public record RevisionChange(
        long revision,
        ObjectKey key,
        @Nullable KubeObject before,
        @Nullable KubeObject after,
        KubeObject state,
        FieldOwners owners,
        FieldOwners ownersBefore) {
    public boolean isRemoval() {
        return after == null;
    }
}
