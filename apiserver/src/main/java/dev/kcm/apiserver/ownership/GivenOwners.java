package dev.kcm.apiserver.ownership;

import dev.kcm.apiserver.store.FieldOwners;
import dev.kcm.model.meta.v1.ManagedFieldsEntry;
import dev.kcm.model.ownership.ManagedFields;
import java.util.List;

/// Entries that came with a request: they count if all of them are valid.
final class GivenOwners {
    private GivenOwners() {}

    static FieldOwners of(List<ManagedFieldsEntry> given, FieldOwners present) {
        return () -> ManagedFields.of(given).filter(it -> !it.isEmpty()).isPresent() ? given : present.entries();
    }
}
