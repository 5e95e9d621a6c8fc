package dev.kcm.testing.scenario;

import dev.kcm.client.DeleteOptions;
import dev.kcm.model.KubeObject;
import dev.kcm.model.core.v1.Namespace;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// What a scenario has to do with outside its namespace: the namespace itself, what it created in
/// others or for the whole cluster, and what it says belongs to its end. Used by the scenario's
/// thread.
final class Surroundings {
    private final List<One<?>> made = new ArrayList<>();
    private final List<One<?>> included = new ArrayList<>();

    void made(KubeObject object) {
        made.add(new AnyObjectBuilder<>(object));
    }

    void include(One<?> object) {
        included.add(object);
    }

    /// What of it is there. Nodes are left out: whoever plays them, and every other story on the
    /// cluster, writes to them.
    Set<KubeObject> found(Scenario scenario) {
        var found = new LinkedHashSet<KubeObject>();
        scenario.find(One.named(Namespace.NAMESPACES, scenario.namespace())).ifPresent(found::add);
        made.stream()
                .filter(object -> !object.resource().equals(Node.NODES))
                .forEach(object -> scenario.find(object).ifPresent(found::add));
        included.forEach(object -> scenario.find(object).ifPresent(found::add));
        return found;
    }

    /// Deletes what the scenario created, where others play after it.
    void clear(Scenario scenario) {
        for (var object : made) {
            try {
                scenario.client().on(object.resource()).delete(object.key(scenario), DeleteOptions.plain());
            } catch (ApiException refused) {
                if (!(refused.failure() instanceof ApiFailure.NotFound)) {
                    throw refused;
                }
            }
        }
    }
}
