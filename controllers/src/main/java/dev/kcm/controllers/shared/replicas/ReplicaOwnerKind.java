package dev.kcm.controllers.shared.replicas;

import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.apps.v1.ReplicaSetStatus;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.selector.Selector;
import dev.kcm.runtime.cache.Caches;
import java.util.List;
import java.util.Optional;

/// A kind whose objects own a number of equal pods. Its objects are converted to ReplicaSets before anything is
/// decided, as upstream converts ReplicationControllers.
public interface ReplicaOwnerKind<T extends KubeObject> {

    Resource<T> resource();

    /// The ReplicaSet with the same spec and status.
    ReplicaSet toReplicaSet(T owner);

    /// The owner with the status of its ReplicaSet.
    T withStatus(T owner, ReplicaSetStatus status);

    /// Whether its status has `terminatingReplicas`.
    boolean reportsTerminatingReplicas();

    /// The pods that count when a scale-down prefers nodes that run several of them.
    List<LeanPod> relatedPods(T owner, Caches caches);

    /// The feature gate under which syncs that wait for the caches are counted, if they ever are.
    Optional<String> staleSyncsGate();

    /// What selects its pods; an invalid selector selects none.
    default Selector selector(T owner) {
        return validSelector(toReplicaSet(owner)).orElse(Selector.nothing());
    }

    /// Empty if it is invalid.
    static Optional<Selector> validSelector(ReplicaSet set) {
        return set.spec().selector().map(Selector::ifValid).orElse(Optional.of(Selector.nothing()));
    }
}
