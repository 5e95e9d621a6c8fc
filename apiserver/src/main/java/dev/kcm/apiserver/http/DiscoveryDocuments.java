package dev.kcm.apiserver.http;

import dev.kcm.apiserver.usage.MetricResources;
import dev.kcm.model.Resource;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonArray;
import dev.kcm.model.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/// The documents by which clients find out what there is: the aggregated ones of one request each,
/// and the older ones, one per group and version.
///
/// @param measured the resources of groups that depend on what is measured
record DiscoveryDocuments(MeasuredResources measured) {
    /// Resources that come and go with what is measured.
    @FunctionalInterface
    interface MeasuredResources {
        List<Resource<?>> of(String group, String version);
    }

    /// The parts of aggregated documents that never change, by group.
    private static final Map<String, JsonObject> UNCHANGING = new ConcurrentHashMap<>();

    /// The aggregated document of the core group, or of all others.
    JsonObject aggregated(boolean isCore) {
        var items = new ArrayList<Json>();
        ServedResources.groups().forEach((group, versions) -> {
            if (group.isEmpty() == isCore) {
                items.add(
                        MetricResources.VERSIONS.containsKey(group)
                                ? aggregated(group, versions)
                                : UNCHANGING.computeIfAbsent(group, _ -> aggregated(group, versions)));
            }
        });
        return Json.object("kind", Json.of("APIGroupDiscoveryList"))
                .with("apiVersion", "apidiscovery.k8s.io/v2")
                .with("metadata", Json.object())
                .with("items", Json.array(items));
    }

    private JsonObject aggregated(String group, List<String> versions) {
        var metadata = group.isEmpty()
                ? Json.object("creationTimestamp", Json.NULL)
                : Json.object("name", Json.of(group)).with("creationTimestamp", Json.NULL);
        var listed = versions.stream()
                .<Json>map(version -> Json.object("version", Json.of(version))
                        .with("resources", aggregated(group, version))
                        .with("freshness", "Current"))
                .toList();
        return Json.object("metadata", metadata).with("versions", Json.array(listed));
    }

    private JsonArray aggregated(String group, String version) {
        return Json.array(all(group, version).stream()
                .<Json>map(DiscoveryDocuments::aggregated)
                .toList());
    }

    private static JsonObject aggregated(Resource<?> resource) {
        var described = Json.object("resource", Json.of(resource.plural()))
                .with("responseKind", kind(resource.group(), resource.version(), resource.kind()))
                .with("scope", resource.isNamespaced() ? "Namespaced" : "Cluster")
                .with("singularResource", resource.singular())
                .with("verbs", texts(resource.verbs()));
        if (!resource.shortNames().isEmpty()) {
            described = described.with("shortNames", texts(resource.shortNames()));
        }
        if (!resource.categories().isEmpty()) {
            described = described.with("categories", texts(resource.categories()));
        }
        var parts = resource.subresources().stream()
                .<Json>map(part -> Json.object("subresource", Json.of(part.name()))
                        .with("responseKind", kind(part.group(), part.version(), part.kind()))
                        .with("verbs", texts(part.verbs())))
                .toList();
        return parts.isEmpty() ? described : described.with("subresources", Json.array(parts));
    }

    private static JsonObject kind(String group, String version, String kind) {
        return Json.object("group", Json.of(group)).with("version", version).with("kind", kind);
    }

    /// `/api`.
    static JsonObject coreVersions() {
        return Json.object("kind", Json.of("APIVersions"))
                .with("versions", texts(List.of("v1")))
                .with("serverAddressByClientCIDRs", Json.array());
    }

    /// `/apis`.
    static JsonObject groups() {
        var groups = ServedResources.groups().entrySet().stream()
                .filter(entry -> !entry.getKey().isEmpty())
                .<Json>map(entry -> group(entry.getKey(), entry.getValue()))
                .toList();
        return Json.object("kind", Json.of("APIGroupList"))
                .with("apiVersion", "v1")
                .with("groups", Json.array(groups));
    }

    /// `/apis/GROUP`.
    static JsonObject group(String group, List<String> versions) {
        var listed =
                versions.stream().<Json>map(version -> version(group, version)).toList();
        return Json.object("kind", Json.of("APIGroup"))
                .with("apiVersion", "v1")
                .with("name", group)
                .with("versions", Json.array(listed))
                .with("preferredVersion", listed.getFirst());
    }

    private static JsonObject version(String group, String version) {
        return Json.object("groupVersion", Json.of(group + "/" + version)).with("version", version);
    }

    /// `/api/v1` and `/apis/GROUP/VERSION`.
    JsonObject resources(String group, String version) {
        var listed = new ArrayList<Json>();
        for (var resource : all(group, version)) {
            if (!resource.verbs().isEmpty()) {
                listed.add(described(resource));
            }
            for (var part : resource.subresources()) {
                listed.add(described(resource, part));
            }
        }
        return Json.object("kind", Json.of("APIResourceList"))
                .with("apiVersion", "v1")
                .with("groupVersion", group.isEmpty() ? version : group + "/" + version)
                .with("resources", Json.array(listed));
    }

    private List<Resource<?>> all(String group, String version) {
        return Stream.concat(ServedResources.resources(group, version).stream(), measured.of(group, version).stream())
                .toList();
    }

    private static JsonObject described(Resource<?> resource) {
        var described = Json.object("name", Json.of(resource.plural()))
                .with("singularName", resource.singular())
                .with("namespaced", resource.isNamespaced())
                .with("kind", resource.kind())
                .with("verbs", texts(resource.verbs()));
        if (!resource.shortNames().isEmpty()) {
            described = described.with("shortNames", texts(resource.shortNames()));
        }
        return resource.categories().isEmpty() ? described : described.with("categories", texts(resource.categories()));
    }

    private static JsonObject described(Resource<?> resource, Resource.Subresource part) {
        var described = Json.object("name", Json.of(resource.plural() + "/" + part.name()))
                .with("singularName", "")
                .with("namespaced", resource.isNamespaced());
        if (!part.group().equals(resource.group())) {
            described = described.with("group", part.group()).with("version", part.version());
        }
        return described.with("kind", part.kind()).with("verbs", texts(part.verbs()));
    }

    private static JsonArray texts(List<String> texts) {
        return Json.array(texts.stream().<Json>map(Json::of).toList());
    }
}
