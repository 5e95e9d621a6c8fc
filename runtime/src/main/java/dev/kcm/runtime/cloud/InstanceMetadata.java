package dev.kcm.runtime.cloud;

import dev.kcm.model.core.v1.NodeAddress;
import java.util.List;

/// What a node says of its machine.
///
/// @param providerId for `spec.providerID`
/// @param type for the label `node.kubernetes.io/instance-type`
/// @param zone for the label `topology.kubernetes.io/zone`; empty where the cloud has none, as the other texts
/// @param region for the label `topology.kubernetes.io/region`
public record InstanceMetadata(
        String providerId, String type, String zone, String region, List<NodeAddress> addresses) {
    public InstanceMetadata {
        addresses = List.copyOf(addresses);
    }
}
