package dev.kcm.controllers.node.nodelifecycle;

import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.NodeCondition;
import dev.kcm.model.core.v1.Taint;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.lean.LeanPodCondition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// Nodes and pods to decide about.
final class Nodes {
    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private Nodes() {}

    static Instant at(long seconds) {
        return START.plusSeconds(seconds);
    }

    static NodeLifecycleOptions options() {
        return new NodeLifecycleOptions(Duration.ofSeconds(60), Duration.ofSeconds(50), 0.1f, 0.01f, 50, 0.55f);
    }

    static Node node(String name) {
        return Node.builder()
                .metadata(it -> it.name(name)
                        .uid(name)
                        .resourceVersion("1")
                        .creationTimestamp(START)
                        .putLabels("topology.kubernetes.io/region", "here")
                        .putLabels("topology.kubernetes.io/zone", "a"))
                .build();
    }

    static Node with(Node node, NodeCondition... conditions) {
        return node.withStatus(status -> status.conditions(List.of(conditions)));
    }

    static Node tainted(Node node, Taint... taints) {
        return node.withSpec(spec -> spec.taints(List.of(taints)));
    }

    static Node versioned(Node node, long version) {
        return node.withMetadata(node.metadata().withResourceVersion(Long.toString(version)));
    }

    static Node inZone(Node node, String zone) {
        return node.withMetadata(it -> it.putLabels("topology.kubernetes.io/zone", zone));
    }

    static NodeCondition condition(String type, String status, Instant heartbeat) {
        return NodeCondition.builder()
                .type(type)
                .status(status)
                .reason("Kubelet")
                .lastHeartbeatTime(heartbeat)
                .lastTransitionTime(START)
                .build();
    }

    static NodeCondition ready(String status) {
        return condition("Ready", status, START);
    }

    static Taint taint(String key, String effect) {
        return Taint.builder().key(key).effect(effect).build();
    }

    static LeanPod pod(String name, String node, String ready) {
        return LeanPod.builder()
                .metadata(it -> it.namespace("shop").name(name).uid(name))
                .spec(it -> it.nodeName(node))
                .status(it -> it.addConditions(podReady(ready)))
                .build();
    }

    private static LeanPodCondition podReady(String status) {
        return LeanPodCondition.builder().type("Ready").status(status).build();
    }
}
