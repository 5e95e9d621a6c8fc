package dev.kcm.controllers.workload.replicaset;

import dev.kcm.controllers.shared.pods.PodIndexes;
import dev.kcm.controllers.shared.replicas.ReplicaOwnerKind;
import dev.kcm.model.OwnerReferences;
import dev.kcm.model.Resource;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.apps.v1.ReplicaSetStatus;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.cache.Index;
import java.util.List;
import java.util.Optional;

/// ReplicaSets need no conversion; those of one Deployment are related.
final class ReplicaSets implements ReplicaOwnerKind<ReplicaSet> {
    static final Index<ReplicaSet> BY_CONTROLLER = Index.byController(ReplicaSet.REPLICA_SETS);

    @Override
    public Resource<ReplicaSet> resource() {
        return ReplicaSet.REPLICA_SETS;
    }

    @Override
    public ReplicaSet toReplicaSet(ReplicaSet owner) {
        return owner;
    }

    @Override
    public ReplicaSet withStatus(ReplicaSet owner, ReplicaSetStatus status) {
        return owner.withStatus(status);
    }

    @Override
    public boolean reportsTerminatingReplicas() {
        return true;
    }

    @Override
    public Optional<String> staleSyncsGate() {
        return Optional.of("StaleControllerConsistencyReplicaSet");
    }

    /// The pods of all ReplicaSets that have the same controller, which is usually a Deployment; none without one.
    @Override
    public List<LeanPod> relatedPods(ReplicaSet owner, Caches caches) {
        return OwnerReferences.controllerOf(owner)
                .map(controller -> caches.of(ReplicaSet.REPLICA_SETS).byIndex(BY_CONTROLLER, controller.uid()).stream()
                        .flatMap(sibling ->
                                caches.of(LeanPod.PODS).byIndex(PodIndexes.BY_CONTROLLER, sibling.uid()).stream())
                        .toList())
                .orElse(List.of());
    }
}
