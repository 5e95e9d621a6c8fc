package dev.kcm.cluster.nodes;

import dev.kcm.model.core.v1.Node;
import dev.kcm.runtime.cloud.InstanceMetadata;
import java.util.LinkedHashMap;
import java.util.Map;

/// What a node says of its machine, as a cloud node manager writes it down. What the node says already stays.
final class MachineFacts {
    private MachineFacts() {}

    static Node on(Node node, InstanceMetadata machine) {
        var labels = new LinkedHashMap<>(node.labels());
        Map.of(
                        "node.kubernetes.io/instance-type", machine.type(),
                        "topology.kubernetes.io/zone", machine.zone(),
                        "topology.kubernetes.io/region", machine.region())
                .forEach(labels::putIfAbsent);
        var labelled = node.withMetadata(node.metadata().withLabels(labels));
        return node.spec().providerID().isEmpty()
                ? labelled.withSpec(spec -> spec.providerID(machine.providerId()))
                : labelled;
    }
}
