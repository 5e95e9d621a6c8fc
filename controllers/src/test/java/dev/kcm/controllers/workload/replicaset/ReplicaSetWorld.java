package dev.kcm.controllers.workload.replicaset;

import dev.kcm.base.flags.FlagValues;
import dev.kcm.base.gates.FeatureGates;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.controllers.shared.replicas.ReplicasReconciler;
import dev.kcm.controllers.workload.ReplicaGates;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.OwnerReferences;
import dev.kcm.model.Resource;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.runtime.cache.CountedStores;
import dev.kcm.runtime.controller.LiveReads;
import dev.kcm.runtime.controller.Observation;
import dev.kcm.runtime.controller.Settings;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;

/// A ReplicaSet `shop/web`, pods, and what the controller observes of them.
final class ReplicaSetWorld {
    static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");

    /// What the server says of the ReplicaSet when it is read live.
    private Optional<ReplicaSet> live;

    private final ReplicaSet set;
    private final CountedStores stores = new CountedStores(ReplicaSetController.SPEC);

    private final Metrics metrics = new Metrics();
    private ReplicasReconciler<ReplicaSet> reconciler;

    private ReplicaSetWorld(ReplicaSet set) {
        this.reconciler = reconciler(ReplicaGates.ALL_ON);
        this.set = set;
        this.live = Optional.of(set);
        stores.put(ReplicaSet.REPLICA_SETS, set);
    }

    static ReplicaSetWorld with(ReplicaSet set, LeanPod... pods) {
        var world = new ReplicaSetWorld(set);
        Arrays.stream(pods).forEach(pod -> world.stores.put(LeanPod.PODS, pod));
        return world;
    }

    /// Another ReplicaSet that the cache has.
    ReplicaSetWorld and(ReplicaSet sibling) {
        stores.put(ReplicaSet.REPLICA_SETS, sibling);
        return this;
    }

    /// The server has deleted the set; the cache does not show it yet.
    ReplicaSetWorld whereTheServerHasNoSet() {
        live = Optional.empty();
        return this;
    }

    ReplicaSetWorld without(String gate) {
        reconciler = reconciler(ReplicaGates.ALL_ON.with(gate, false));
        return this;
    }

    double staleSyncs(String group, String resource) {
        return metrics.counter("replicaset_controller_stale_sync_skips_total", "", "group", "resource")
                .with(group, resource)
                .value();
    }

    private ReplicasReconciler<ReplicaSet> reconciler(FeatureGates gates) {
        return ReplicasReconciler.of(
                new ReplicaSets(),
                new Settings(Settings.Options.of(FlagValues.DEFAULTS, gates), new ScriptedReads(), null, metrics, ""));
    }

    ReplicasReconciler<ReplicaSet> reconciler() {
        return reconciler;
    }

    Observation<ReplicasReconciler.Snapshot<ReplicaSet>> observed() {
        return reconciler.observe(set.key(), stores.caches(), NOW);
    }

    ReplicasReconciler.Snapshot<ReplicaSet> snapshot() {
        return ((Observation.Observed<ReplicasReconciler.Snapshot<ReplicaSet>>) observed()).value();
    }

    static ReplicaSet set(int replicas) {
        return set("web", replicas);
    }

    static ReplicaSet set(String name, int replicas) {
        return ReplicaSet.builder()
                .metadata(m -> m.namespace("shop").name(name).uid("uid-" + name).generation(4))
                .spec(spec -> spec.replicas(replicas)
                        .selector(selector -> selector.putMatchLabels("app", "web"))
                        .template(template -> template.metadata(m -> m.putLabels("app", "web"))
                                .spec(pod ->
                                        pod.addContainers(c -> c.name("main").image("web:1")))))
                .build();
    }

    /// A running pod of `web`, not ready.
    static LeanPod pod(String name) {
        return pod(name, set(0));
    }

    static LeanPod pod(String name, ReplicaSet owner) {
        return orphan(name).withMetadata(m -> m.addOwnerReferences(OwnerReferences.toController(owner)));
    }

    static LeanPod orphan(String name) {
        return LeanPod.builder()
                .metadata(m -> m.namespace("shop")
                        .name(name)
                        .uid("uid-" + name)
                        .creationTimestamp(NOW.minusSeconds(3600))
                        .putLabels("app", "web"))
                .spec(spec -> spec.nodeName("node-" + name))
                .status(status -> status.phase("Running"))
                .build();
    }

    static LeanPod ready(LeanPod pod, Instant since) {
        return pod.withStatus(status -> status.addConditions(
                condition -> condition.type("Ready").status("True").lastTransitionTime(since)));
    }

    static LeanPod ready(String name) {
        return ready(pod(name), NOW.minusSeconds(600));
    }

    static LeanPod deleting(LeanPod pod) {
        return pod.withMetadata(m -> m.deletionTimestamp(NOW));
    }

    private final class ScriptedReads implements LiveReads {
        @Override
        public <T extends KubeObject> Optional<T> get(Resource<T> resource, ObjectKey key) {
            return live.filter(found -> found.key().equals(key)).map(cast());
        }

        @SuppressWarnings("unchecked") // only ReplicaSets are read live
        private <T extends KubeObject> Function<ReplicaSet, T> cast() {
            return found -> (T) found;
        }
    }
}
