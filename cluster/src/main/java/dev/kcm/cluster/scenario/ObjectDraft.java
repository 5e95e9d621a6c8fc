package dev.kcm.cluster.scenario;

import dev.kcm.model.KubeObject;

/// Any object.
public final class ObjectDraft<T extends KubeObject> extends Draft<T, ObjectDraft<T>> {
    ObjectDraft(T object) {
        super(object);
    }

    @Override
    ObjectDraft<T> of(T changed) {
        return new ObjectDraft<>(changed);
    }
}
