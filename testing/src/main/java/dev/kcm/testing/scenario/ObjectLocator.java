package dev.kcm.testing.scenario;

import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;

/// Finds one object of the scenario when it is needed, by name or by a rule.
public interface ObjectLocator<T extends KubeObject> {
    Resource<T> resource();

    /// The key of the object that it finds now.
    ///
    /// @throws AssertionError if the rule finds none
    ObjectKey key(Scenario scenario);

    /// By name.
    static <T extends KubeObject> ObjectLocator<T> named(Resource<T> resource, String name) {
        return new ObjectLocator<>() {
            @Override
            public Resource<T> resource() {
                return resource;
            }

            @Override
            public ObjectKey key(Scenario scenario) {
                return ObjectKey.of(resource.isNamespaced() ? scenario.namespace() : "", name);
            }

            @Override
            public String toString() {
                return resource.kind() + " " + name;
            }
        };
    }
}
