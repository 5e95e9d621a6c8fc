package dev.kcm.client.discovery;

import dev.kcm.model.Resource;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.json.JsonException;
import dev.kcm.model.json.JsonReader;
import dev.kcm.model.meta.v1.APIGroupList;
import dev.kcm.model.meta.v1.APIResource;
import dev.kcm.model.meta.v1.APIResourceList;
import dev.kcm.model.meta.v1.APIVersions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reads the documents of servers that list one group and version at a time.
final class LegacyDiscovery {
    private static final String JSON = "application/json";

    private LegacyDiscovery() {}

    static void addCore(Discovery.Document document, Discovery.Reader reader, ServedResources.Builder served) {
        for (var version : APIVersions.decode(JsonReader.of(document.body())).versions()) {
            addVersion("", version, "/api/" + version, reader, served);
        }
    }

    static void addGroups(Discovery.Document document, Discovery.Reader reader, ServedResources.Builder served) {
        for (var group : APIGroupList.decode(JsonReader.of(document.body())).groups()) {
            for (var version : group.versions()) {
                var path = "/apis/" + version.groupVersion();
                addVersion(group.name(), version.version(), path, reader, served);
            }
        }
    }

    private static void addVersion(
            String group, String version, String path, Discovery.Reader reader, ServedResources.Builder served) {
        served.version(group, version);
        try {
            var list =
                    APIResourceList.decode(JsonReader.of(reader.read(path, JSON).body()));
            names(group, version, list.resources()).forEach(served::resource);
        } catch (ApiException | JsonException failed) {
            served.failed(group, version, String.valueOf(failed.getMessage()));
        }
    }

    /// Here subresources are resources with a slash in their name.
    private static List<Resource.Names> names(String group, String version, List<APIResource> resources) {
        Map<String, List<String>> parts = new LinkedHashMap<>();
        for (var resource : resources) {
            int slash = resource.name().indexOf('/');
            if (slash > 0) {
                var type = SubresourceKinds.type(
                        group,
                        version,
                        resource.version().isEmpty() ? group : resource.group(),
                        resource.version().isEmpty() ? version : resource.version(),
                        resource.kind());
                parts.computeIfAbsent(resource.name().substring(0, slash), _ -> new ArrayList<>())
                        .add("%s=%s:%s"
                                .formatted(
                                        resource.name().substring(slash + 1),
                                        type,
                                        String.join("+", resource.verbs())));
            }
        }
        return resources.stream()
                .filter(resource -> resource.name().indexOf('/') < 0)
                .map(resource -> new Resource.Names(
                        group,
                        version,
                        resource.kind(),
                        resource.name(),
                        resource.singularName(),
                        resource.namespaced(),
                        String.join(",", resource.shortNames()),
                        String.join(",", resource.categories()),
                        String.join(",", resource.verbs()),
                        String.join(",", parts.getOrDefault(resource.name(), List.of()))))
                .toList();
    }
}
