package dev.kcm.apiserver.usage;

import dev.kcm.apiserver.conversion.VersionConversion;
import dev.kcm.model.DynamicObject;
import dev.kcm.model.Resource;
import dev.kcm.model.catalog.Catalog;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The groups whose resources are named after what is measured, so that no catalog can list them. In the custom
/// metrics API a resource is that of the measured objects (`pods`, `deployments.apps`), and the metric a subresource
/// of it; in the external one each metric is a resource.
public final class MetricResources {
    public static final String CUSTOM = "custom.metrics.k8s.io";
    public static final String EXTERNAL = "external.metrics.k8s.io";

    /// What stands in the place of a resource when the metric is that of the namespace itself.
    static final String OF_NAMESPACE = "metrics";

    /// The versions of each group, the preferred one first.
    public static final Map<String, List<String>> VERSIONS =
            Map.of(CUSTOM, List.of("v1beta2", "v1beta1"), EXTERNAL, List.of("v1beta1"));

    private MetricResources() {}

    /// Whether the group is served in this version.
    public static boolean isServed(String group, String version) {
        return VERSIONS.getOrDefault(group, List.of()).contains(version);
    }

    /// A resource of one of the groups; its objects are values of metrics.
    public static Resource<DynamicObject> named(String group, String version, String plural) {
        return named(group, version, plural, true, List.of());
    }

    /// @param metrics the metrics there are of its objects, in the custom metrics API
    static Resource<DynamicObject> named(
            String group, String version, String plural, boolean isNamespaced, List<String> metrics) {
        var isCustom = group.equals(CUSTOM);
        var kind = isCustom ? "MetricValue" : "ExternalMetricValue";
        var subresources =
                metrics.stream().map(metric -> metric + "=" + kind + "List:get").toList();
        return DynamicObject.resource(new Resource.Names(
                group,
                version,
                kind,
                plural,
                "",
                isNamespaced,
                "",
                "",
                isCustom ? "" : "get",
                String.join(",", subresources)));
    }

    /// The resource of the measured objects, by its name with the group, as it is stored.
    static Optional<Resource<?>> measured(String qualifiedName) {
        return Catalog.served().stream()
                .filter(resource -> resource.qualifiedName().equals(qualifiedName))
                .findFirst()
                .map(VersionConversion::stored);
    }
}
