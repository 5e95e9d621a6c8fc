package dev.kcm.controllers.workload.deployment;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.OwnerReferences;
import dev.kcm.model.Resource;
import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.controller.WatchMapping;
import java.util.List;
import java.util.Optional;

/// A Recreate rollout waits for pods, not for ReplicaSets: the deletion of a pod enqueues its Deployment.
final class RecreatePodWatch {
    private RecreatePodWatch() {}

    static WatchMapping<LeanPod> ofDeletedPods(Resource<Deployment> deployments) {
        return new WatchMapping<>(LeanPod.PODS, List.of(), (change, stores, into) -> {
            if (change instanceof Change.Deleted<LeanPod>(var pod)) {
                deploymentOf(pod, deployments, stores)
                        .filter(deployment ->
                                deployment.spec().strategy().type().equals(StrategyTypes.RECREATE))
                        .ifPresent(deployment -> into.accept(deployment.key()));
            }
        });
    }

    private static Optional<Deployment> deploymentOf(
            LeanPod pod, Resource<Deployment> deployments, WatchMapping.Stores stores) {
        return OwnerReferences.controllerOf(pod)
                .filter(owner -> owner.kind().equals(ReplicaSet.REPLICA_SETS.kind()))
                .flatMap(owner -> stores.of(ReplicaSet.REPLICA_SETS).find(new ObjectKey(pod.namespace(), owner.name())))
                .flatMap(OwnerReferences::controllerOf)
                .flatMap(owner -> stores.of(deployments).find(new ObjectKey(pod.namespace(), owner.name())));
    }
}
