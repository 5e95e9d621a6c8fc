package dev.kcm.cluster.nodes;

import dev.kcm.model.Conditions;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.NodeAddress;
import dev.kcm.model.core.v1.NodeCondition;
import dev.kcm.model.value.Quantity;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

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

    /// The node with the status it should have; capacity, addresses and others' conditions stay if there are any.
    static Node reporting(Node node, boolean isReady, List<NodeAddress> addresses, Instant now) {
        var status = node.status().toBuilder();
        if (node.status().capacity().isEmpty()) {
            status.capacity(CAPACITY).allocatable(CAPACITY);
        }
        if (node.status().addresses().isEmpty()) {
            status.addresses(addresses);
        }
        return node.withStatus(status.conditions(conditions(node, isReady, now))
                .nodeInfo(info -> info.architecture("amd64")
                        .operatingSystem("linux")
                        .osImage("simulated by kcm")
                        .kernelVersion("none")
                        .containerRuntimeVersion("kcm://simulated")
                        .kubeletVersion("v1.36.3"))
                .build());
    }

    private static List<NodeCondition> conditions(Node node, boolean isReady, Instant now) {
        var ready = NodeCondition.builder()
                .type("Ready")
                .status(isReady ? "True" : "False")
                .reason(isReady ? "KubeletReady" : "KubeletNotReady")
                .message(isReady ? "the node is simulated and ready" : "the annotation kcm.dev/ready says so")
                .build();
        var own = Stream.concat(PRESSURES.stream(), Stream.of(ready))
                .map(condition -> condition.toBuilder()
                        .lastHeartbeatTime(now)
                        .lastTransitionTime(now)
                        .build())
                .toList();
        var others = node.status().conditions().stream()
                .filter(condition -> Conditions.find(own, condition.type()).isEmpty());
        return Stream.concat(own.stream(), others).toList();
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
