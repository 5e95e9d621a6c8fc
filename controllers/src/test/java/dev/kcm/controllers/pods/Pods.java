package dev.kcm.controllers.pods;

import dev.kcm.model.core.v1.Pod;

import java.time.Instant;
import java.util.function.Consumer;

/// Pods for tests.
final class Pods {
    static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");

    private Pods() {}

    static Pod running(String name, Consumer<Pod.Builder> more) {
        var pod =
                Pod.builder()
                        .metadata(
                                m ->
                                        m.name(name)
                                                .namespace("default")
                                                .uid("uid-" + name)
                                                .creationTimestamp(NOW.minusSeconds(3600))
                                                .putLabels("app", "web")
                                                .addOwnerReferences(
                                                        owner ->
                                                                owner.kind("ReplicaSet")
                                                                        .name("web")
                                                                        .uid("uid-web")
                                                                        .controller(true)))
                        .spec(spec -> spec.nodeName("node-1"))
                        .status(status -> status.phase("Running"))
                        .build()
                        .toBuilder();
        more.accept(pod);
        return pod.build();
    }

    static Pod running(String name) {
        return running(name, _ -> {});
    }

    static Pod ready(String name, Instant since) {
        return running(
                name,
                pod ->
                        pod.status(
                                status ->
                                        status.phase("Running")
                                                .addConditions(
                                                        c ->
                                                                c.type("Ready")
                                                                        .status("True")
                                                                        .lastTransitionTime(
                                                                                since))));
    }

    static Pod deleting(Pod pod) {
        return pod.withMetadata(m -> m.deletionTimestamp(NOW));
    }
}
