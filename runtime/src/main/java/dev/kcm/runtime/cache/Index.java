package dev.kcm.runtime.cache;

import dev.kcm.model.KubeObject;
import dev.kcm.model.OwnerReferences;
import dev.kcm.model.Resource;
import java.util.List;
import java.util.function.Function;

/// A way to find the objects of one resource by something other than their name, declared as a
/// constant by whoever asks that way. Two indexes of one resource with one name are the same index.
///
/// @param keysOf under which values an object is found; must be a pure function of the object
public record Index<T extends KubeObject>(Resource<T> resource, String name, Function<T, List<?>> keysOf) {

    public static <T extends KubeObject> Index<T> byNamespace(Resource<T> resource) {
        return new Index<>(resource, "namespace", object -> List.of(object.namespace()));
    }

    /// By the uid of the owner that is marked as controller; objects without one by [#orphansIn]
    /// their namespace.
    public static <T extends KubeObject> Index<T> byController(Resource<T> resource) {
        return new Index<>(resource, "controller", Index::controllerKey);
    }

    /// By the value of one label.
    public static <T extends KubeObject> Index<T> byLabel(Resource<T> resource, String label) {
        return new Index<>(resource, "label " + label, object -> {
            var value = object.labels().get(label);
            return value == null ? List.of() : List.of(value);
        });
    }

    /// The key for orphans of one namespace in [#byController].
    public static Object orphansIn(String namespace) {
        return new Orphans(namespace);
    }

    private record Orphans(String namespace) {}

    private static List<?> controllerKey(KubeObject object) {
        var controller = OwnerReferences.controllerUidOf(object);
        return List.of(controller.isPresent() ? controller.get() : new Orphans(object.namespace()));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Index<?> index && index.name.equals(name) && index.resource.equals(resource);
    }

    @Override
    public int hashCode() {
        return name.hashCode() * 31 + resource.hashCode();
    }
}
