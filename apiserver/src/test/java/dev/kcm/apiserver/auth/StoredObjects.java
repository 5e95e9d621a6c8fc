package dev.kcm.apiserver.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.apiserver.store.VersionedStore;
import dev.kcm.model.KubeObject;
import org.jspecify.annotations.Nullable;

/// Objects in a store in memory, written past the registry.
record StoredObjects(VersionedStore store) {
    /// Creates or replaces an object.
    void put(KubeObject object) {
        commit(object, object);
    }

    void remove(KubeObject object) {
        commit(object, null);
    }

    private void commit(KubeObject object, @Nullable KubeObject wanted) {
        try {
            var current = store.get(object.resource(), object.key()).orElse(null);
            assertThat(store.commit(object.resource(), object.key(), current, wanted))
                    .isPresent();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }
}
