package dev.kcm.controllers.workload.replicationcontroller;

import dev.kcm.controllers.shared.replicas.ReplicaOwnerKind;
import dev.kcm.model.Resource;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.apps.v1.ReplicaSetCondition;
import dev.kcm.model.apps.v1.ReplicaSetSpec;
import dev.kcm.model.apps.v1.ReplicaSetStatus;
import dev.kcm.model.core.v1.PodTemplateSpec;
import dev.kcm.model.core.v1.ReplicationController;
import dev.kcm.model.core.v1.ReplicationControllerCondition;
import dev.kcm.model.core.v1.ReplicationControllerSpec;
import dev.kcm.model.core.v1.ReplicationControllerStatus;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.selector.Selector;
import dev.kcm.runtime.cache.Caches;
import java.util.List;
import java.util.Optional;

/// Converts ReplicationControllers to ReplicaSets, and statuses of ReplicaSets back.
final class ReplicationControllers implements ReplicaOwnerKind<ReplicationController> {
    @Override
    public Resource<ReplicationController> resource() {
        return ReplicationController.REPLICATION_CONTROLLERS;
    }

    @Override
    public ReplicaSet toReplicaSet(ReplicationController owner) {
        return ReplicaSet.builder()
                .metadata(owner.metadata())
                .spec(spec(owner.spec()))
                .status(status(owner.status()))
                .build();
    }

    @Override
    public ReplicationController withStatus(ReplicationController owner, ReplicaSetStatus status) {
        return owner.withStatus(owner.status().toBuilder()
                .replicas(status.replicas())
                .fullyLabeledReplicas(status.fullyLabeledReplicas())
                .readyReplicas(status.readyReplicas())
                .availableReplicas(status.availableReplicas())
                .observedGeneration(status.observedGeneration())
                .conditions(status.conditions().stream()
                        .map(ReplicationControllers::condition)
                        .toList())
                .build());
    }

    @Override
    public boolean reportsTerminatingReplicas() {
        return false;
    }

    @Override
    public Optional<String> staleSyncsGate() {
        return Optional.empty();
    }

    /// None, not even its own, as upstream.
    @Override
    public List<LeanPod> relatedPods(ReplicationController owner, Caches caches) {
        return List.of();
    }

    /// Without converting the rest: it is asked of every ReplicationController of a namespace.
    @Override
    public Selector selector(ReplicationController owner) {
        return owner.spec().selector().isEmpty()
                ? Selector.nothing()
                : Selector.of(owner.spec().selector());
    }

    private static ReplicaSetSpec spec(ReplicationControllerSpec spec) {
        var converted = ReplicaSetSpec.builder()
                .minReadySeconds(spec.minReadySeconds())
                .template(spec.template().orElse(PodTemplateSpec.EMPTY));
        if (!spec.selector().isEmpty()) {
            converted.selector(selector -> selector.matchLabels(spec.selector()));
        }
        spec.replicas().ifPresent(converted::replicas);
        return converted.build();
    }

    private static ReplicaSetStatus status(ReplicationControllerStatus status) {
        return ReplicaSetStatus.builder()
                .replicas(status.replicas())
                .fullyLabeledReplicas(status.fullyLabeledReplicas())
                .readyReplicas(status.readyReplicas())
                .availableReplicas(status.availableReplicas())
                .observedGeneration(status.observedGeneration())
                .conditions(status.conditions().stream()
                        .map(ReplicationControllers::condition)
                        .toList())
                .build();
    }

    private static ReplicaSetCondition condition(ReplicationControllerCondition condition) {
        var converted = ReplicaSetCondition.builder()
                .type(condition.type())
                .status(condition.status())
                .reason(condition.reason())
                .message(condition.message());
        condition.lastTransitionTime().ifPresent(converted::lastTransitionTime);
        return converted.build();
    }

    private static ReplicationControllerCondition condition(ReplicaSetCondition condition) {
        var converted = ReplicationControllerCondition.builder()
                .type(condition.type())
                .status(condition.status())
                .reason(condition.reason())
                .message(condition.message());
        condition.lastTransitionTime().ifPresent(converted::lastTransitionTime);
        return converted.build();
    }
}
