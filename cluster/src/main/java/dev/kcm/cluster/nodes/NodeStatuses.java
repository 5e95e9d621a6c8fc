package dev.kcm.cluster.nodes;

import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.NodeAddress;
import dev.kcm.model.core.v1.NodeCondition;
import dev.kcm.model.core.v1.NodeStatus;
import dev.kcm.model.value.Quantity;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/// What a simulated node says of itself.
final class NodeStatuses {
    private static final Map<String, Quantity> CAPACITY = Map.of(
            "cpu", Quantity.parse("64"),
            "memory", Quantity.parse("256Gi"),
            "ephemeral-storage", Quantity.parse("1Ti"),
            "pods", Quantity.parse("1100"));

    private static final List<NodeCondition> PRESSURES = List.of(
            pressure("MemoryPressure", "KubeletHasSufficientMemory", "memory"),
            pressure("DiskPressure", "KubeletHasNoDiskPressure", "disk space"),
            pressure("PIDPressure", "KubeletHasSufficientPID", "process identifiers"));

    private NodeStatuses() {}

    /// Whether its kubelet is to say and do nothing, as if the machine were off or cut off.
    static boolean isSilent(Node node) {
        return "true".equals(node.labels().get(NodeLabels.SILENT));
    }

    static boolean isReady(Node node) {
        return node.status().conditions().stream()
                .anyMatch(condition ->
                        condition.type().equals("Ready") && condition.status().equals("True"));
    }

    static String address(Node node) {
        return node.status().addresses().stream()
                .filter(address -> address.type().equals("InternalIP"))
                .map(NodeAddress::address)
                .findFirst()
                .orElse("10.0.0.1");
    }

    /// The node with the status it should have; capacity and addresses stay if there are any.
    static Node reporting(Node node, boolean isReady, String address, Instant now) {
        var status = node.status().toBuilder();
        if (node.status().capacity().isEmpty()) {
            status.capacity(CAPACITY).allocatable(CAPACITY);
        }
        if (node.status().addresses().isEmpty()) {
            status.addAddresses(it -> it.type("InternalIP").address(address))
                    .addAddresses(it -> it.type("Hostname").address(node.name()));
        }
        return node.withStatus(conditions(status, isReady, now).build());
    }

    private static NodeStatus.Builder conditions(NodeStatus.Builder status, boolean isReady, Instant now) {
        status.conditions(List.of());
        for (var pressure : PRESSURES) {
            status.addConditions(pressure.toBuilder()
                    .lastHeartbeatTime(now)
                    .lastTransitionTime(now)
                    .build());
        }
        return status.addConditions(ready -> ready.type("Ready")
                        .status(isReady ? "True" : "False")
                        .reason(isReady ? "KubeletReady" : "KubeletNotReady")
                        .message(isReady ? "the node is simulated and ready" : "the annotation kcm.dev/ready says so")
                        .lastHeartbeatTime(now)
                        .lastTransitionTime(now))
                .nodeInfo(info -> info.architecture("amd64")
                        .operatingSystem("linux")
                        .osImage("simulated by kcm")
                        .kernelVersion("none")
                        .containerRuntimeVersion("kcm://simulated")
                        .kubeletVersion("v1.36.3"));
    }

    private static NodeCondition pressure(String type, String reason, String what) {
        return NodeCondition.builder()
                .type(type)
                .status("False")
                .reason(reason)
                .message("the simulated node has sufficient " + what)
                .build();
    }
}
