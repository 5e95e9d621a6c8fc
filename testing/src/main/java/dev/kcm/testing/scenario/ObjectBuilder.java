package dev.kcm.testing.scenario;

import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.meta.v1.ObjectMeta;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// Builds an object to create, and names it afterwards: `deployment("web").replicas(3)`
/// describes one to create, `deployment("web")` names one to find. Immutable.
///
/// @param <D> the builder's own type
public abstract class ObjectBuilder<T extends KubeObject, D extends ObjectBuilder<T, D>> implements ObjectLocator<T> {
    private final T object;

    ObjectBuilder(T object) {
        this.object = object;
    }

    /// A builder of the changed object.
    abstract D of(T changed);

    /// The object with anything else changed.
    public final D with(UnaryOperator<T> change) {
        return of(change.apply(object));
    }

    public final D label(String key, String value) {
        return metadata(it -> it.putLabels(key, value));
    }

    public final D annotation(String key, String value) {
        return metadata(it -> it.putAnnotations(key, value));
    }

    /// In a namespace that is not the scenario's own, as some are known by their place.
    public final D in(String namespace) {
        return metadata(it -> it.namespace(namespace));
    }

    public final D finalizer(String name) {
        return metadata(it -> it.addFinalizers(name));
    }

    @Override
    @SuppressWarnings("unchecked") // an object's resource is that of its own type
    public final Resource<T> resource() {
        return (Resource<T>) object.resource();
    }

    @Override
    public final ObjectKey key(Scenario scenario) {
        return object.namespace().isEmpty()
                ? ObjectLocator.named(resource(), object.name()).key(scenario)
                : object.key();
    }

    @Override
    public final String toString() {
        return resource().kind() + " " + object.name();
    }

    final T object() {
        return object;
    }

    @SuppressWarnings("unchecked") // a copy with other metadata has the same type
    final D metadata(Consumer<ObjectMeta.Builder> edit) {
        var metadata = object.metadata().toBuilder();
        edit.accept(metadata);
        return of((T) object.withMetadata(metadata.build()));
    }
}
