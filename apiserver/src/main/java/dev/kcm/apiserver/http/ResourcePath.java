package dev.kcm.apiserver.http;

import dev.kcm.model.Resource;
import dev.kcm.model.catalog.Catalog;
import dev.kcm.model.operation.Target;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Finds out which resource a path is about.
final class ResourcePath {
    private ResourcePath() {}

    /// The target of `/api/v1/…` and `/apis/GROUP/VERSION/…`; nothing for all other paths.
    static Optional<Target> parse(String path) {
        var parts = Arrays.asList(path.substring(1).split("/", -1));
        var isCore = parts.getFirst().equals("api") && parts.size() > 2;
        var isGroup = parts.getFirst().equals("apis") && parts.size() > 3;
        if ((!isCore && !isGroup) || parts.stream().anyMatch(String::isEmpty)) {
            return Optional.empty();
        }
        var group = isCore ? "" : parts.get(1);
        var version = parts.get(isCore ? 1 : 2);
        var rest = parts.subList(isCore ? 2 : 3, parts.size());
        return ServedResources.isServed(group, version) ? target(group, version, rest) : Optional.empty();
    }

    private static Optional<Target> target(String group, String version, List<String> parts) {
        var isInNamespace = parts.getFirst().equals("namespaces") && parts.size() > 2 && !isNamespacePart(parts);
        var namespace = isInNamespace ? parts.get(1) : "";
        var rest = isInNamespace ? parts.subList(2, parts.size()) : parts;
        return Catalog.byPlural(group, version, rest.getFirst())
                .filter(resource -> rest.size() <= 3)
                .filter(resource -> resource.isNamespaced() || !isInNamespace)
                .filter(resource -> isInNamespace || !resource.isNamespaced() || rest.size() == 1)
                .map(resource -> target(resource, namespace, rest));
    }

    /// `namespaces/x/status` is about the namespace, `namespaces/x/pods` about pods.
    private static boolean isNamespacePart(List<String> parts) {
        return parts.size() == 3
                && (parts.get(2).equals("status") || parts.get(2).equals("finalize"));
    }

    private static Target target(Resource<?> resource, String namespace, List<String> rest) {
        return new Target(resource, namespace, rest.size() > 1 ? rest.get(1) : "", rest.size() > 2 ? rest.get(2) : "");
    }
}
