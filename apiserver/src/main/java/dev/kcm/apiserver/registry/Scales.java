package dev.kcm.apiserver.registry;

import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.apiserver.strategy.LabelSelectors;
import dev.kcm.model.KubeObject;
import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.apps.v1.StatefulSet;
import dev.kcm.model.autoscaling.v1.Scale;
import dev.kcm.model.core.v1.ReplicationController;
import dev.kcm.model.meta.v1.LabelSelector;
import dev.kcm.model.selector.Selector;

/// The `scale` of workloads: the same few fields for all of them.
final class Scales {
    private Scales() {}

    static Scale of(KubeObject workload) {
        return switch (workload) {
            case Deployment it ->
                scale(
                        it,
                        it.spec().replicas().orElse(0),
                        it.status().replicas(),
                        text(it.spec().selector().orElse(LabelSelector.EMPTY)));
            case ReplicaSet it ->
                scale(
                        it,
                        it.spec().replicas().orElse(0),
                        it.status().replicas(),
                        text(it.spec().selector().orElse(LabelSelector.EMPTY)));
            case StatefulSet it ->
                scale(
                        it,
                        it.spec().replicas().orElse(0),
                        it.status().replicas(),
                        text(it.spec().selector().orElse(LabelSelector.EMPTY)));
            case ReplicationController it ->
                scale(
                        it,
                        it.spec().replicas().orElse(0),
                        it.status().replicas(),
                        Selector.of(it.spec().selector()).toString());
            default -> throw ApiErrors.noSuchPath();
        };
    }

    /// The workload with as many replicas as the scale asks for, at the version the scale names.
    static KubeObject applied(Scale scale, KubeObject workload) {
        int replicas = scale.spec().replicas();
        if (replicas < 0) {
            throw ApiErrors.badRequest(
                    "Scale.autoscaling \"%s\" is invalid: spec.replicas: Invalid value: %d: must be greater than or equal to 0"
                            .formatted(scale.metadata().name(), replicas));
        }
        var scaled = switch (workload) {
            case Deployment it -> it.withSpec(spec -> spec.replicas(replicas));
            case ReplicaSet it -> it.withSpec(spec -> spec.replicas(replicas));
            case StatefulSet it -> it.withSpec(spec -> spec.replicas(replicas));
            case ReplicationController it -> it.withSpec(spec -> spec.replicas(replicas));
            default -> throw ApiErrors.noSuchPath();
        };
        return scaled.withMetadata(scaled.metadata().toBuilder()
                .resourceVersion(scale.metadata().resourceVersion())
                .uid(scale.metadata().uid())
                .build());
    }

    private static Scale scale(KubeObject of, int wanted, int present, String selector) {
        var metadata = of.metadata();
        return Scale.builder()
                .metadata(m -> {
                    m.name(metadata.name())
                            .namespace(metadata.namespace())
                            .uid(metadata.uid())
                            .resourceVersion(metadata.resourceVersion());
                    metadata.creationTimestamp().ifPresent(m::creationTimestamp);
                })
                .spec(spec -> spec.replicas(wanted))
                .status(status -> status.replicas(present).selector(selector))
                .build();
    }

    private static String text(LabelSelector selector) {
        return LabelSelectors.of(selector).toString();
    }
}
