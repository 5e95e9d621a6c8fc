package dev.kcm.client.discovery;

import dev.kcm.model.Resource;
import dev.kcm.model.apidiscovery.v2.APIGroupDiscoveryList;
import dev.kcm.model.apidiscovery.v2.APIResourceDiscovery;
import dev.kcm.model.apidiscovery.v2.APISubresourceDiscovery;
import java.util.stream.Collectors;

/// Reads documents that hold all groups at once.
final class AggregatedDiscovery {
    private AggregatedDiscovery() {}

    static void add(APIGroupDiscoveryList groups, ServedResources.Builder served) {
        for (var group : groups.items()) {
            for (var version : group.versions()) {
                if (version.freshness().equals("Stale")) {
                    served.failed(
                            group.name(),
                            version.version(),
                            "stale GroupVersion discovery: "
                                    + (group.name().isEmpty() ? "" : group.name() + "/")
                                    + version.version());
                }
                served.version(group.name(), version.version());
                for (var resource : version.resources()) {
                    served.resource(names(group.name(), version.version(), resource));
                }
            }
        }
    }

    private static Resource.Names names(String group, String version, APIResourceDiscovery resource) {
        return new Resource.Names(
                group,
                version,
                resource.responseKind().map(it -> it.kind()).orElse(""),
                resource.resource(),
                resource.singularResource(),
                resource.scope().equals("Namespaced"),
                String.join(",", resource.shortNames()),
                String.join(",", resource.categories()),
                String.join(",", resource.verbs()),
                resource.subresources().stream()
                        .map(part -> subresource(group, version, part))
                        .collect(Collectors.joining(",")));
    }

    /// `name=Kind:verb+verb`, with group and version before a kind from elsewhere.
    private static String subresource(String group, String version, APISubresourceDiscovery part) {
        var type = part.responseKind()
                .map(kind -> SubresourceKinds.type(
                        group,
                        version,
                        kind.group().isEmpty() && kind.version().isEmpty() ? group : kind.group(),
                        kind.version().isEmpty() ? version : kind.version(),
                        kind.kind()))
                .orElse("");
        return part.subresource() + "=" + type + ":" + String.join("+", part.verbs());
    }
}
