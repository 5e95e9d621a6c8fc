package dev.kcm.apiserver.http;

import dev.kcm.apiserver.usage.MetricResources;
import dev.kcm.model.Resource;
import dev.kcm.model.catalog.Catalog;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The resources that are served, as upstream serves them by default: those of stable versions; and the metrics
/// APIs, as an aggregated server beside upstream's would serve them, some of whose resources depend on what is
/// measured.
final class ServedResources {
    /// The order in which upstream names groups; the others follow by name.
    private static final List<String> FIRST = List.of(
            "",
            "apiregistration.k8s.io",
            "apps",
            "events.k8s.io",
            "authentication.k8s.io",
            "authorization.k8s.io",
            "autoscaling",
            "batch",
            "certificates.k8s.io",
            "networking.k8s.io",
            "policy",
            "rbac.authorization.k8s.io",
            "storage.k8s.io",
            "admissionregistration.k8s.io",
            "apiextensions.k8s.io",
            "scheduling.k8s.io",
            "coordination.k8s.io",
            "node.k8s.io",
            "discovery.k8s.io",
            "resource.k8s.io",
            "flowcontrol.apiserver.k8s.io");

    private static final String METRICS = "metrics.k8s.io";

    private static final List<Resource<?>> RESOURCES =
            Catalog.served().stream().filter(ServedResources::isServed).toList();

    private ServedResources() {}

    static List<Resource<?>> resources(String group, String version) {
        return RESOURCES.stream()
                .filter(it -> it.group().equals(group) && it.version().equals(version))
                .toList();
    }

    /// The versions of each group, the preferred one first; groups in upstream's order.
    static Map<String, List<String>> groups() {
        var groups = new TreeMap<String, List<String>>(
                Comparator.comparingInt(ServedResources::rank).thenComparing(Comparator.naturalOrder()));
        groups.putAll(RESOURCES.stream()
                .collect(Collectors.groupingBy(
                        Resource::group,
                        Collectors.mapping(
                                Resource::version,
                                Collectors.collectingAndThen(
                                        Collectors.toSet(),
                                        versions -> versions.stream()
                                                .sorted(Comparator.reverseOrder())
                                                .toList())))));
        groups.putAll(MetricResources.VERSIONS);
        return groups;
    }

    static boolean isServed(String group, String version) {
        return RESOURCES.stream()
                        .anyMatch(it -> it.group().equals(group) && it.version().equals(version))
                || MetricResources.isServed(group, version);
    }

    /// Whether upstream's schema describes the group.
    static boolean hasSchema(String group) {
        return !group.endsWith(METRICS);
    }

    private static boolean isServed(Resource<?> resource) {
        var isStable =
                !resource.version().contains("alpha") && !resource.version().contains("beta");
        return isStable || resource.group().equals(METRICS);
    }

    private static int rank(String group) {
        int position = FIRST.indexOf(group);
        return position < 0 ? FIRST.size() : position;
    }
}
