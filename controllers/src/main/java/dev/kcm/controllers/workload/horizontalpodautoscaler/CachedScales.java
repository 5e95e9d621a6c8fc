package dev.kcm.controllers.workload.horizontalpodautoscaler;

import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.apps.v1.StatefulSet;
import dev.kcm.model.autoscaling.v1.Scale;
import dev.kcm.model.core.v1.ReplicationController;
import dev.kcm.model.meta.v1.LabelSelector;
import dev.kcm.model.selector.Selector;
import dev.kcm.runtime.cache.Caches;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// The scale of workloads that are cached, as the server would give it.
final class CachedScales {
    private record Kind<T extends KubeObject>(
            Resource<T> resource,
            Function<T, Optional<Integer>> replicas,
            Function<T, Integer> present,
            Function<T, Optional<Selector>> selector) {

        private boolean isMeant(String group, String kind) {
            return resource.group().equals(group) && resource.kind().equals(kind);
        }

        /// Nothing of a selector that cannot be read: the server has words for it.
        private Optional<ScaleTarget> find(Caches caches, ObjectKey key) {
            return caches.find(resource, key)
                    .flatMap(workload -> selector.apply(workload)
                            .map(selected -> new ScaleTarget.Found(resource, scale(workload, selected))));
        }

        private Scale scale(T workload, Selector selected) {
            return Scale.builder()
                    .metadata(it -> it.name(workload.name())
                            .namespace(workload.namespace())
                            .uid(workload.uid())
                            .resourceVersion(workload.resourceVersion()))
                    .spec(it -> it.replicas(replicas.apply(workload).orElse(1)))
                    .status(it -> it.replicas(present.apply(workload)).selector(selected.toString()))
                    .build();
        }
    }

    private static final List<Kind<?>> KINDS = List.of(
            new Kind<>(
                    Deployment.DEPLOYMENTS,
                    it -> it.spec().replicas(),
                    it -> it.status().replicas(),
                    it -> selector(it.spec().selector())),
            new Kind<>(
                    StatefulSet.STATEFUL_SETS,
                    it -> it.spec().replicas(),
                    it -> it.status().replicas(),
                    it -> selector(it.spec().selector())),
            new Kind<>(
                    ReplicaSet.REPLICA_SETS,
                    it -> it.spec().replicas(),
                    it -> it.status().replicas(),
                    it -> selector(it.spec().selector())),
            new Kind<>(
                    ReplicationController.REPLICATION_CONTROLLERS,
                    it -> it.spec().replicas(),
                    it -> it.status().replicas(),
                    it -> Optional.of(Selector.of(it.spec().selector()))));

    private CachedScales() {}

    /// The resources that are read here.
    static List<Resource<?>> resources() {
        return KINDS.stream().<Resource<?>>map(Kind::resource).toList();
    }

    static Optional<ScaleTarget> find(Caches caches, String group, String kind, ObjectKey key) {
        return KINDS.stream().filter(it -> it.isMeant(group, kind)).findFirst().flatMap(it -> it.find(caches, key));
    }

    private static Optional<Selector> selector(Optional<LabelSelector> selector) {
        return selector.flatMap(Selector::ifValid);
    }
}
