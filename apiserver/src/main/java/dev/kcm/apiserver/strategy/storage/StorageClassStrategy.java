package dev.kcm.apiserver.strategy.storage;

import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.model.storage.v1.StorageClass;

/// Defaulting, validation and update rules of storage classes.
public final class StorageClassStrategy {
    public static final Strategy<StorageClass> STRATEGY = Strategy.of(StorageClass.STORAGE_CLASSES)
            .defaults(it -> it.toBuilder()
                    .reclaimPolicy(it.reclaimPolicy().orElse("Delete"))
                    .volumeBindingMode(it.volumeBindingMode().orElse("Immediate"))
                    .build())
            .returnsDeletedObject()
            .build();

    private StorageClassStrategy() {}
}
