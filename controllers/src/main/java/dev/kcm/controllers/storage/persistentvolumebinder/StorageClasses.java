package dev.kcm.controllers.storage.persistentvolumebinder;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.storage.v1.StorageClass;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.cache.Index;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The class of a claim, and the one that a claim without a choice gets.
final class StorageClasses {
    private static final String MARKED = "default";

    /// Those that are marked as the default.
    static final Index<StorageClass> DEFAULTS =
            new Index<>(StorageClass.STORAGE_CLASSES, "default", it -> isDefault(it) ? List.of(MARKED) : List.of());

    private static final Comparator<StorageClass> PREFERENCE = Comparator.comparing(
                    (StorageClass it) -> it.metadata().creationTimestamp().orElse(Instant.EPOCH))
            .thenComparing(StorageClass::name, Comparator.reverseOrder());

    private StorageClasses() {}

    static Optional<StorageClass> of(PersistentVolumeClaim claim, Caches caches) {
        var name = StorageFacts.classOf(claim);
        return name.isEmpty() ? Optional.empty() : caches.find(StorageClass.STORAGE_CLASSES, ObjectKey.of(name));
    }

    /// The newest default, of equals the first by name.
    static Optional<String> defaultOne(Caches caches) {
        return caches.of(StorageClass.STORAGE_CLASSES).byIndex(DEFAULTS, MARKED).stream()
                .max(PREFERENCE)
                .map(StorageClass::name);
    }

    private static boolean isDefault(StorageClass storageClass) {
        var annotations = storageClass.annotations();
        return "true".equals(annotations.get(Annotations.DEFAULT_CLASS))
                || "true".equals(annotations.get(Annotations.BETA_DEFAULT_CLASS));
    }
}
