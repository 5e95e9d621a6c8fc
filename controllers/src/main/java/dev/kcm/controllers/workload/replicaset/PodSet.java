package dev.kcm.controllers.workload.replicaset;

import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectRef;
import dev.kcm.model.OwnerReferences;
import dev.kcm.model.StatusCondition;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.apps.v1.ReplicaSetCondition;
import dev.kcm.model.core.v1.PodTemplateSpec;
import dev.kcm.model.core.v1.ReplicationController;
import dev.kcm.model.core.v1.ReplicationControllerCondition;
import dev.kcm.model.meta.v1.OwnerReference;
import dev.kcm.model.selector.Selector;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The two kinds that keep a number of equal pods, seen alike.
sealed interface PodSet {

    KubeObject object();

    /// How many pods are asked for.
    int wanted();

    Duration minReady();

    Selector selector();

    PodTemplateSpec template();

    /// What its status says now.
    Status status();

    Step writeStatus(Status status, Step.Urgency urgency);

    default OwnerReference ownerReference() {
        return OwnerReferences.toController(object());
    }

    default ObjectRef ref() {
        return object().ref();
    }

    /// @param terminating absent for ReplicationControllers, which do not report it
    record Status(
            int replicas,
            int fullyLabeled,
            int ready,
            int available,
            Optional<Integer> terminating,
            long observedGeneration,
            List<Condition> conditions) {

        Optional<Condition> condition(String type) {
            return conditions.stream()
                    .filter(condition -> condition.type().equals(type))
                    .findFirst();
        }
    }

    record Condition(String type, String status, Optional<Instant> lastTransition, String reason, String message) {

        static Condition of(StatusCondition<?> condition) {
            return new Condition(
                    condition.type(),
                    condition.status(),
                    condition.lastTransitionTime(),
                    condition.reason(),
                    condition.message());
        }
    }

    record OfReplicaSet(ReplicaSet object) implements PodSet {
        @Override
        public int wanted() {
            return object.spec().replicas().orElse(1);
        }

        @Override
        public Duration minReady() {
            return Duration.ofSeconds(object.spec().minReadySeconds());
        }

        @Override
        public Selector selector() {
            return object.spec().selector().map(Selector::of).orElse(Selector.nothing());
        }

        @Override
        public PodTemplateSpec template() {
            return object.spec().template();
        }

        @Override
        public Status status() {
            var status = object.status();
            return new Status(
                    status.replicas(),
                    status.fullyLabeledReplicas(),
                    status.readyReplicas(),
                    status.availableReplicas(),
                    status.terminatingReplicas(),
                    status.observedGeneration(),
                    status.conditions().stream().map(Condition::of).toList());
        }

        @Override
        public Step writeStatus(Status status, Step.Urgency urgency) {
            var written = object.status().toBuilder()
                    .replicas(status.replicas())
                    .fullyLabeledReplicas(status.fullyLabeled())
                    .readyReplicas(status.ready())
                    .availableReplicas(status.available())
                    .observedGeneration(status.observedGeneration())
                    .conditions(status.conditions().stream()
                            .map(OfReplicaSet::written)
                            .toList());
            status.terminating().ifPresent(written::terminatingReplicas);
            return Step.updateStatus(object.withStatus(written.build()), urgency);
        }

        private static ReplicaSetCondition written(Condition condition) {
            var written = ReplicaSetCondition.builder()
                    .type(condition.type())
                    .status(condition.status())
                    .reason(condition.reason())
                    .message(condition.message());
            condition.lastTransition().ifPresent(written::lastTransitionTime);
            return written.build();
        }
    }

    record OfReplicationController(ReplicationController object) implements PodSet {
        @Override
        public int wanted() {
            return object.spec().replicas().orElse(1);
        }

        @Override
        public Duration minReady() {
            return Duration.ofSeconds(object.spec().minReadySeconds());
        }

        @Override
        public Selector selector() {
            return Selector.of(object.spec().selector());
        }

        @Override
        public PodTemplateSpec template() {
            return object.spec().template().orElse(PodTemplateSpec.EMPTY);
        }

        @Override
        public Status status() {
            var status = object.status();
            return new Status(
                    status.replicas(),
                    status.fullyLabeledReplicas(),
                    status.readyReplicas(),
                    status.availableReplicas(),
                    Optional.empty(),
                    status.observedGeneration(),
                    status.conditions().stream().map(Condition::of).toList());
        }

        @Override
        public Step writeStatus(Status status, Step.Urgency urgency) {
            var written = object.status().toBuilder()
                    .replicas(status.replicas())
                    .fullyLabeledReplicas(status.fullyLabeled())
                    .readyReplicas(status.ready())
                    .availableReplicas(status.available())
                    .observedGeneration(status.observedGeneration())
                    .conditions(status.conditions().stream()
                            .map(OfReplicationController::written)
                            .toList());
            return Step.updateStatus(object.withStatus(written.build()), urgency);
        }

        private static ReplicationControllerCondition written(Condition condition) {
            var written = ReplicationControllerCondition.builder()
                    .type(condition.type())
                    .status(condition.status())
                    .reason(condition.reason())
                    .message(condition.message());
            condition.lastTransition().ifPresent(written::lastTransitionTime);
            return written.build();
        }
    }
}
