package dev.kcm.testing.scenario;

import dev.kcm.model.KubeObject;

/// Any object.
public final class AnyObjectBuilder<T extends KubeObject> extends ObjectBuilder<T, AnyObjectBuilder<T>> {
    AnyObjectBuilder(T object) {
        super(object);
    }

    @Override
    AnyObjectBuilder<T> of(T changed) {
        return new AnyObjectBuilder<>(changed);
    }
}
