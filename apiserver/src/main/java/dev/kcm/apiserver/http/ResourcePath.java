package dev.kcm.apiserver.http;

import dev.kcm.apiserver.auth.AccessAttributes;
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
        var parts = parts(path);
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

    /// A slash at the end makes no difference.
    static List<String> parts(String path) {
        var end = path.length() > 1 && path.endsWith("/") ? path.length() - 1 : path.length();
        return Arrays.asList(path.substring(1, end).split("/", -1));
    }

    /// The access that a path asks for which looks like that of a resource, and is none this server has: whoever may
    /// not list anything does not learn what is served.
    static Optional<AccessAttributes> unknown(String method, String path) {
        var parts = parts(path);
        var first = parts.getFirst().equals("api") ? 2 : parts.getFirst().equals("apis") ? 3 : Integer.MAX_VALUE;
        if (parts.size() <= first) {
            return Optional.empty();
        }
        var rest = parts.subList(first, parts.size());
        var isInNamespace = rest.getFirst().equals("namespaces") && rest.size() > 2;
        var own = isInNamespace ? rest.subList(2, rest.size()) : rest;
        var name = own.size() > 1 ? own.get(1) : "";
        return Optional.of(new AccessAttributes(
                verb(method, name.isEmpty()),
                first == 2 ? "" : parts.get(1),
                own.size() > 2 ? own.getFirst() + "/" + own.get(2) : own.getFirst(),
                isInNamespace ? rest.get(1) : "",
                name,
                ""));
    }

    private static String verb(String method, boolean isCollection) {
        return switch (method) {
            case "GET", "HEAD" -> isCollection ? "list" : "get";
            case "POST" -> "create";
            case "PUT" -> "update";
            case "PATCH" -> "patch";
            case "DELETE" -> isCollection ? "deletecollection" : "delete";
            default -> "";
        };
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
