package dev.kcm.controllers.workload.deployment;

import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.core.v1.PodTemplateSpec;
import dev.kcm.model.value.IntOrString;
import dev.kcm.runtime.controller.LiveReads;
import java.time.Instant;
import java.util.HashMap;
import java.util.Optional;

/// Deployments and ReplicaSets for tests; templates differ in their image.
final class Deployments {
    static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");

    /// Decisions are made on what was observed; whoever asks the server here breaks that rule.
    static final LiveReads NO_LIVE_READS = new LiveReads() {
        @Override
        public <T extends KubeObject> Optional<T> get(Resource<T> resource, ObjectKey key) {
            throw new AssertionError("asked the server for " + key);
        }
    };

    private Deployments() {}

    static Deployment deployment(String name, int replicas, String maxSurge, String maxUnavailable) {
        return Deployment.builder()
                .metadata(m ->
                        m.name(name).namespace("default").uid("uid-" + name).generation(1))
                .spec(spec -> spec.replicas(replicas)
                        .progressDeadlineSeconds(600)
                        .selector(s -> s.putMatchLabels("app", name))
                        .template(template("v2"))
                        .strategy(strategy -> strategy.type("RollingUpdate")
                                .rollingUpdate(r -> r.maxSurge(count(maxSurge)).maxUnavailable(count(maxUnavailable)))))
                .build();
    }

    /// A set that its controller has synced.
    static ReplicaSet replicaSet(String name, int size, int available, String image, String... annotation) {
        var annotations = new HashMap<String, String>();
        for (int i = 0; i < annotation.length; i += 2) {
            annotations.put(annotation[i], annotation[i + 1]);
        }
        return ReplicaSet.builder()
                .metadata(m -> m.name(name)
                        .namespace("default")
                        .uid("uid-" + name)
                        .creationTimestamp(NOW.minusSeconds(60))
                        .annotations(annotations)
                        .generation(1))
                .spec(spec -> spec.replicas(size).template(template(image)))
                .status(status -> status.replicas(size)
                        .readyReplicas(available)
                        .availableReplicas(available)
                        .terminatingReplicas(0)
                        .observedGeneration(1))
                .build();
    }

    static PodTemplateSpec template(String image) {
        return PodTemplateSpec.builder()
                .metadata(m -> m.putLabels("app", "web"))
                .spec(pod -> pod.addContainers(c -> c.name("main").image(image)))
                .build();
    }

    private static IntOrString count(String text) {
        return text.endsWith("%") ? IntOrString.of(text) : IntOrString.of(Integer.parseInt(text));
    }
}
