package dev.kcm.controllers.shared.pods;

import dev.kcm.model.lean.LeanPod;
import java.time.Instant;
import java.util.function.Consumer;

/// Pods for tests.
final class Pods {
    static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");

    private Pods() {}

    static LeanPod running(String name, Consumer<LeanPod.Builder> more) {
        var pod = LeanPod.builder()
                .metadata(m -> m.name(name)
                        .namespace("default")
                        .uid("uid-" + name)
                        .creationTimestamp(NOW.minusSeconds(3600))
                        .putLabels("app", "web")
                        .addOwnerReferences(owner -> owner.kind("ReplicaSet")
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

    static LeanPod running(String name) {
        return running(name, _ -> {});
    }

    static LeanPod ready(String name, Instant since) {
        return running(
                name,
                pod -> pod.status(status -> status.phase("Running")
                        .addConditions(c -> c.type("Ready").status("True").lastTransitionTime(since))));
    }

    static LeanPod deleting(LeanPod pod) {
        return pod.withMetadata(m -> m.deletionTimestamp(NOW));
    }
}
