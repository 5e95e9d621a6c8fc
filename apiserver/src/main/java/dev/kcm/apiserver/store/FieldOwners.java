package dev.kcm.apiserver.store;

import dev.kcm.model.KubeObject;
import dev.kcm.model.meta.v1.ManagedFieldsEntry;
import java.util.List;

/// Who manages the fields of an object. They are stored beside it and not in it, so that those who do not ask for
/// them share the object itself, and entries may be computed when somebody asks (decision 26).
@FunctionalInterface
public interface FieldOwners {
    /// An object that is not tracked.
    FieldOwners NONE = List::of;

    /// As objects carry them. May take a while the first time, any thread.
    List<ManagedFieldsEntry> entries();

    static FieldOwners of(List<ManagedFieldsEntry> entries) {
        return entries.isEmpty() ? NONE : () -> entries;
    }

    /// The object with its entries, for whoever gets all of it.
    default KubeObject shownIn(KubeObject object) {
        var entries = entries();
        return entries.isEmpty()
                ? object
                : object.withMetadata(
                        object.metadata().toBuilder().managedFields(entries).build());
    }

    /// An object without the entries it carries.
    static KubeObject hiddenIn(KubeObject object) {
        return object.metadata().managedFields().isEmpty()
                ? object
                : object.withMetadata(
                        object.metadata().toBuilder().managedFields(List.of()).build());
    }
}
