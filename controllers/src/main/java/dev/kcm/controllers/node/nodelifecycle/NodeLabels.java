package dev.kcm.controllers.node.nodelifecycle;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Labels of nodes: some are copied to the names they had long ago, others say where a node is.
final class NodeLabels {
    private static final Map<String, String> COPIES =
            Map.of("kubernetes.io/os", "beta.kubernetes.io/os", "kubernetes.io/arch", "beta.kubernetes.io/arch");
    private static final String EXCLUDED = "node.kubernetes.io/exclude-disruption";
    private static final String OLD_REGION = "failure-domain.beta.kubernetes.io/region";
    private static final String OLD_ZONE = "failure-domain.beta.kubernetes.io/zone";
    private static final String REGION = "topology.kubernetes.io/region";
    private static final String ZONE = "topology.kubernetes.io/zone";

    private NodeLabels() {}

    /// The copies that are missing or differ.
    static Map<String, String> missingCopies(Map<String, String> labels) {
        var missing = new LinkedHashMap<String, String>();
        COPIES.forEach((original, copy) -> {
            var value = labels.get(original);
            if (value != null && !value.equals(labels.get(copy))) {
                missing.put(copy, value);
            }
        });
        return missing;
    }

    /// Whether the node does not count when its zone is judged. Its pods are evicted all the same.
    static boolean isExcludedFromZone(Map<String, String> labels) {
        return labels.containsKey(EXCLUDED);
    }

    /// Region and zone as upstream joins them; empty for a node that has neither.
    static String zone(Map<String, String> labels) {
        var region = first(labels, OLD_REGION, REGION);
        var zone = first(labels, OLD_ZONE, ZONE);
        return region.isEmpty() && zone.isEmpty() ? "" : region + ":\0:" + zone;
    }

    private static String first(Map<String, String> labels, String preferred, String other) {
        return Optional.ofNullable(labels.get(preferred))
                .or(() -> Optional.ofNullable(labels.get(other)))
                .orElse("");
    }
}
