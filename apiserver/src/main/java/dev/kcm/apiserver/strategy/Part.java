package dev.kcm.apiserver.strategy;

import dev.kcm.model.DynamicObject;
import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonObject;
import java.util.function.BiFunction;
import java.util.function.Function;

/// One of the two halves of most objects, `spec` or `status`, as something that can be compared and
/// copied from one object to another.
public interface Part<T> {
    Object of(T object);

    /// `target` with this part of `source`.
    T copied(T source, T target);

    /// Whether to read and copy it takes next to nothing.
    boolean isCheap();

    static <T, P> Part<T> of(Function<T, P> read, BiFunction<T, P, T> write) {
        return new Part<>() {
            @Override
            public Object of(T object) {
                return read.apply(object);
            }

            @Override
            public T copied(T source, T target) {
                return write.apply(target, read.apply(source));
            }

            @Override
            public boolean isCheap() {
                return true;
            }
        };
    }

    /// The part under this JSON name, for kinds without a strategy class: by way of the JSON document.
    static <T extends KubeObject> Part<T> named(String name, Resource<T> resource) {
        return new Part<>() {
            @Override
            public Object of(T object) {
                return tree(object).get(name).orElse(Json.NULL);
            }

            @Override
            public T copied(T source, T target) {
                var part = tree(source).get(name);
                var rest = tree(target);
                var whole = part.map(value -> rest.with(name, value)).orElseGet(() -> rest.without(name));
                return resource.decodeJson(whole.toBytes());
            }

            @Override
            public boolean isCheap() {
                return false;
            }

            private JsonObject tree(T object) {
                return object instanceof DynamicObject dynamic
                        ? dynamic.content()
                        : (JsonObject) Json.parse(resource.encodeJson(object));
            }
        };
    }
}
