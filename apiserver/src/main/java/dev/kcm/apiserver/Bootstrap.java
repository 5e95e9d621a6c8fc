package dev.kcm.apiserver;

import dev.kcm.apiserver.admission.ServiceAddresses;
import dev.kcm.apiserver.registry.Registry;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.apiserver.store.VersionedStore;
import dev.kcm.model.KubeObject;
import dev.kcm.model.catalog.Catalog;
import dev.kcm.model.core.v1.Namespace;
import dev.kcm.model.core.v1.Service;
import dev.kcm.model.json.Json;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.operation.Target;
import dev.kcm.model.operation.WriteOptions;
import dev.kcm.model.scheduling.v1.PriorityClass;
import dev.kcm.model.value.IntOrString;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/// Creates what every cluster has from the start, as far as it is not there yet.
final class Bootstrap {
    private static final List<String> NAMESPACES = List.of("default", "kube-system", "kube-public", "kube-node-lease");

    private final VersionedStore store;
    private final Registry registry;

    Bootstrap(VersionedStore store, Registry registry) {
        this.store = store;
        this.registry = registry;
    }

    void run() throws InterruptedException {
        for (var name : NAMESPACES) {
            create(Namespace.builder().metadata(m -> m.name(name)).build());
        }
        create(systemPriority("system-cluster-critical", 2_000_000_000));
        create(systemPriority("system-node-critical", 2_000_001_000));
        for (var document : roles()) {
            create(decoded(document));
        }
        create(kubernetesService());
    }

    private static PriorityClass systemPriority(String name, int value) {
        return PriorityClass.builder()
                .metadata(m -> m.name(name))
                .value(value)
                .preemptionPolicy("PreemptLowerPriority")
                .description(
                        name.contains("node")
                                ? "Used for system critical pods that must not be moved from their" + " current node."
                                : "Used for system critical pods that must run in the cluster, but"
                                        + " can be moved to another node if necessary.")
                .build();
    }

    private static Service kubernetesService() {
        return Service.builder()
                .metadata(m -> m.namespace("default")
                        .name("kubernetes")
                        .putLabels("component", "apiserver")
                        .putLabels("provider", "kubernetes"))
                .spec(spec -> spec.clusterIP(ServiceAddresses.FIRST)
                        .addPorts(port -> port.name("https").port(443).targetPort(new IntOrString.Number(6443))))
                .build();
    }

    private static List<Json> roles() {
        try (var resource = Bootstrap.class.getResourceAsStream("rbac-defaults.json")) {
            if (resource == null) {
                throw new IllegalStateException("rbac-defaults.json is not in the jar");
            }
            return Json.parse(resource.readAllBytes()).itemsAt();
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    private static KubeObject decoded(Json document) {
        var kind = document.textAt("kind").orElse("");
        return Catalog.byKind("rbac.authorization.k8s.io", "v1", kind)
                .orElseThrow(() -> new IllegalStateException("not a role: " + kind))
                .decodeJson(document.toBytes());
    }

    private void create(KubeObject object) throws InterruptedException {
        if (store.get(object.resource(), object.key()).isEmpty()) {
            registry.handle(
                    RequestUser.ADMINISTRATOR,
                    new Operation.Create(
                            Target.collection(object.resource(), object.namespace()), object, WriteOptions.NONE));
        }
    }
}
