package dev.kcm.apiserver.http;

import dev.kcm.apiserver.request.ApiResponse;
import dev.kcm.apiserver.usage.MetricResources;
import dev.kcm.model.DynamicObject;
import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.operation.Target;
import dev.kcm.serving.Query;
import java.util.List;
import java.util.Optional;

/// Finds out which custom or external metric a path is about. Such a path looks like that of one object, or even of a
/// collection, and always means a list of values.
final class MetricPath {
    private MetricPath() {}

    /// The list that a path asks for; nothing for all other paths.
    static Optional<Operation.ListObjects> parse(String path, Query query) {
        var parts = ResourcePath.parts(path);
        if (parts.size() < 5
                || !parts.getFirst().equals("apis")
                || !MetricResources.isServed(parts.get(1), parts.get(2))
                || parts.stream().anyMatch(String::isEmpty)) {
            return Optional.empty();
        }
        var rest = parts.subList(3, parts.size());
        var target = parts.get(1).equals(MetricResources.EXTERNAL)
                ? external(parts.get(2), rest)
                : custom(parts.get(2), rest);
        return target.map(it -> Operation.ListObjects.all(it, OperationReader.selection(query)));
    }

    /// The values as a document.
    @SuppressWarnings("unchecked") // values of metrics are read as JSON
    static byte[] document(ApiResponse response) {
        if (!(response instanceof ApiResponse.Many(var resource, var metadata, var values))) {
            throw new IllegalArgumentException("no list of values: " + response);
        }
        return ((Resource<KubeObject>) resource).encodeListJson(metadata, values);
    }

    private static Optional<Target> external(String version, List<String> rest) {
        return rest.size() == 3 && rest.getFirst().equals("namespaces")
                ? Optional.of(
                        Target.collection(resource(MetricResources.EXTERNAL, version, rest.getLast()), rest.get(1)))
                : Optional.empty();
    }

    /// `namespaces/NS/pods/NAME/METRIC`, `namespaces/NS/metrics/METRIC` and `nodes/NAME/METRIC`.
    private static Optional<Target> custom(String version, List<String> rest) {
        var isInNamespace = rest.getFirst().equals("namespaces") && rest.size() > 3;
        var namespace = isInNamespace ? rest.get(1) : "";
        var own = isInNamespace ? rest.subList(2, rest.size()) : rest;
        if (own.size() > 3 || own.size() < (isInNamespace ? 2 : 3)) {
            return Optional.empty();
        }
        return Optional.of(new Target(
                resource(MetricResources.CUSTOM, version, own.getFirst()),
                namespace,
                own.get(1),
                own.size() > 2 ? own.get(2) : ""));
    }

    private static Resource<DynamicObject> resource(String group, String version, String plural) {
        return MetricResources.named(group, version, plural);
    }
}
