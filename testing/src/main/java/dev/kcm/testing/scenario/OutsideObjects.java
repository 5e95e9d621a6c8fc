package dev.kcm.testing.scenario;

import dev.kcm.client.DeleteOptions;
import dev.kcm.client.Patch;
import dev.kcm.model.KubeObject;
import dev.kcm.model.core.v1.Namespace;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Objects of a scenario outside its namespace: the namespace itself, what it created in others or for
/// the whole cluster, and what it includes in its end state. Used by the scenario's thread.
final class OutsideObjects {
    private static final Json WITHOUT_FINALIZERS =
            Json.object("metadata", JsonObject.EMPTY.with("finalizers", Json.NULL));

    private final List<ObjectLocator<?>> created = new ArrayList<>();
    private final List<ObjectLocator<?>> included = new ArrayList<>();

    void created(KubeObject object) {
        created.add(new AnyObjectBuilder<>(object));
    }

    void include(ObjectLocator<?> object) {
        included.add(object);
    }

    /// Those that exist. Nodes are left out: whoever simulates them, and every other scenario on the
    /// cluster, writes to them.
    Set<KubeObject> found(Scenario scenario) {
        var found = new LinkedHashSet<KubeObject>();
        scenario.find(ObjectLocator.named(Namespace.NAMESPACES, scenario.namespace()))
                .ifPresent(found::add);
        created.stream()
                .filter(object -> !object.resource().equals(Node.NODES))
                .forEach(object -> scenario.find(object).ifPresent(found::add));
        included.forEach(object -> scenario.find(object).ifPresent(found::add));
        return found;
    }

    /// Deletes what the scenario created, where others run after it. Finalizers whose controllers do not run any more
    /// would keep it for ever.
    void clear(Scenario scenario) {
        created.forEach(object -> clear(object, scenario));
    }

    private static void clear(ObjectLocator<?> object, Scenario scenario) {
        var api = scenario.client().on(object.resource());
        try {
            api.delete(object.key(scenario), DeleteOptions.plain());
            if (scenario.find(object).filter(OutsideObjects::isKept).isPresent()) {
                var _ = api.patch(object.key(scenario), Patch.merge(WITHOUT_FINALIZERS.toBytes()));
            }
        } catch (ApiException refused) {
            if (!(refused.failure() instanceof ApiFailure.NotFound)) {
                throw refused;
            }
        }
    }

    private static boolean isKept(KubeObject object) {
        return object.isDeleting() && !object.metadata().finalizers().isEmpty();
    }
}
