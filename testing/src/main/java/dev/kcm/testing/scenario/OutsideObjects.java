package dev.kcm.testing.scenario;

import dev.kcm.client.DeleteOptions;
import dev.kcm.model.KubeObject;
import dev.kcm.model.core.v1.Namespace;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.json.Json;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.operation.PatchType;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Objects of a scenario outside its namespace: the namespace itself, what it created in others or for
/// the whole cluster, and what it includes in its end state. Used by the scenario's thread.
final class OutsideObjects {
    private static final Json UNPROTECTED =
            Json.object().with("metadata", Json.object().with("finalizers", Json.NULL));

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

    /// Deletes what the scenario created, where others run after it. Volumes lose what protects them: whoever takes
    /// that
    /// off need not run.
    void clear(Scenario scenario) {
        for (var object : created) {
            try {
                if (object.resource().equals(PersistentVolume.PERSISTENT_VOLUMES)) {
                    scenario.client()
                            .send(Operation.patch(
                                    object.resource(), object.key(scenario), PatchType.MERGE, UNPROTECTED));
                }
                scenario.client().on(object.resource()).delete(object.key(scenario), DeleteOptions.plain());
            } catch (ApiException refused) {
                if (!(refused.failure() instanceof ApiFailure.NotFound)) {
                    throw refused;
                }
            }
        }
    }
}
