package dev.kcm.apiserver.usage;

import dev.kcm.apiserver.registry.Registry;
import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.apiserver.request.ApiResponse;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.apiserver.store.VersionedStore;
import dev.kcm.base.Clock;
import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.model.core.v1.Namespace;
import dev.kcm.model.operation.Operation;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/// Executes requests for the three groups of metrics.
public final class MetricsApis {
    private final Registry registry;
    private final VersionedStore store;
    private final Clock clock;

    public MetricsApis(Registry registry, VersionedStore store, Clock clock) {
        this.registry = registry;
        this.store = store;
        this.clock = clock;
    }

    /// Whether requests for this resource are for here.
    public static boolean covers(Resource<?> resource) {
        return resource.group().equals(ResourceMetrics.GROUP) || MetricResources.VERSIONS.containsKey(resource.group());
    }

    /// Executes a request of a caller that has been authorized.
    ///
    /// @throws dev.kcm.model.failure.ApiException if it fails
    public ApiResponse handle(RequestUser caller, Operation call) throws InterruptedException {
        try {
            return answer(caller, call);
        } catch (UnreadableAnnotationException problem) {
            throw ApiErrors.unknown(ApiErrors.said(problem));
        }
    }

    private ApiResponse answer(RequestUser caller, Operation call) throws InterruptedException {
        var objects = new StoredObjects(registry, caller);
        var now = clock.instant();
        var resource = call.target().resource();
        if (resource.group().equals(ResourceMetrics.GROUP)) {
            return new ResourceMetrics(objects, now).handle(call);
        }
        if (!MetricResources.isServed(resource.group(), resource.version())) {
            throw ApiErrors.noSuchPath();
        }
        if (call instanceof Operation.ListObjects list) {
            return new MetricValues(objects, now).handle(list);
        }
        throw ApiErrors.methodNotSupported(call.target(), call.verb());
    }

    /// What discovery lists of a group whose resources are named after what is measured: whatever has a value now.
    public List<Resource<?>> resources(String group, String version) {
        return switch (group) {
            case MetricResources.EXTERNAL -> external(version);
            case MetricResources.CUSTOM -> custom(version);
            default -> List.of();
        };
    }

    private List<Resource<?>> external(String version) {
        var names = new TreeSet<String>();
        store.contents(Namespace.NAMESPACES)
                .objects()
                .forEach(namespace -> addNames(namespace, Annotations.EXTERNAL, names));
        return names.stream()
                .<Resource<?>>map(name -> MetricResources.named(MetricResources.EXTERNAL, version, name))
                .toList();
    }

    private List<Resource<?>> custom(String version) {
        Map<String, TreeSet<String>> names = new TreeMap<>();
        store.contents()
                .forEach(object -> addNames(
                        object,
                        Annotations.METRIC,
                        names.computeIfAbsent(object.resource().qualifiedName(), _ -> new TreeSet<>())));
        names.values().removeIf(TreeSet::isEmpty);
        return names.entrySet().stream()
                .<Resource<?>>map(entry -> MetricResources.named(
                        MetricResources.CUSTOM,
                        version,
                        entry.getKey(),
                        MetricResources.measured(entry.getKey())
                                .map(Resource::isNamespaced)
                                .orElse(false),
                        List.copyOf(entry.getValue())))
                .toList();
    }

    private static void addNames(KubeObject object, String prefix, TreeSet<String> names) {
        object.annotations().keySet().stream()
                .filter(annotation -> annotation.startsWith(prefix))
                .forEach(annotation -> names.add(annotation.substring(prefix.length())));
    }
}
