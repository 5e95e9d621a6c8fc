package dev.kcm.runtime.cache;

import dev.kcm.model.KubeObject;

/// Notified of changes after the store shows them. Registered directly at a [Store] it runs on the
/// store's writer and must only do brief, non-blocking work such as putting keys into queues;
/// anything slower keeps a [PendingChange] per object.
@FunctionalInterface
public interface ChangeListener<T extends KubeObject> {
    void changed(Change<T> change);
}
