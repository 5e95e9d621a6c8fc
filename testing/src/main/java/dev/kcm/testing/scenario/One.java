package dev.kcm.testing.scenario;

import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;

/// One object of the scenario, by name or by a rule that picks it when it is needed.
public interface One<T extends KubeObject> {
    Resource<T> resource();

    /// Where it is now.
    ///
    /// @throws AssertionError if the rule finds none
    ObjectKey key(Scenario scenario);

    /// By name.
    static <T extends KubeObject> One<T> named(Resource<T> resource, String name) {
        return new One<>() {
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
