package dev.kcm.controllers.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.flags.FlagValues;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.controllers.workload.deployment.DeploymentController;
import dev.kcm.controllers.workload.replicaset.ReplicaSetController;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.OwnerReferences;
import dev.kcm.model.Resource;
import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.core.v1.PodTemplateSpec;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.cache.CountedStores;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.LiveReads;
import dev.kcm.runtime.controller.Observation;
import dev.kcm.runtime.controller.Reconciler;
import dev.kcm.runtime.controller.Settings;
import dev.kcm.runtime.controller.WatchMapping;
import dev.kcm.runtime.plan.Outcomes;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// What an event of one pod costs, in objects visited from the store that takes it in to the end of
/// the sync it leads to. A Deployment of a thousand pods that restarts has thousands of such
/// events.
class PodEventCostTest {
    private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");
    private static final PodTemplateSpec TEMPLATE = PodTemplateSpec.builder()
            .metadata(it -> it.putLabels("app", "web"))
            .spec(it -> it.addContainers(one -> one.name("main").image("web:1")))
            .build();

    @Test
    void an_event_of_a_pod_costs_a_replica_set_as_much_with_ten_pods_as_with_ten_thousand() {
        long few = visits(ReplicaSetController.SPEC, 10, PodEventCostTest::unready);
        long many = visits(ReplicaSetController.SPEC, 10_000, PodEventCostTest::unready);

        assertThat(many).isEqualTo(few).isBetween(1L, 10L);
    }

    @Test
    void an_event_of_a_pod_costs_a_deployment_as_much_with_ten_pods_as_with_ten_thousand() {
        long few = visits(DeploymentController.SPEC, 10, PodEventCostTest::unready);
        long many = visits(DeploymentController.SPEC, 10_000, PodEventCostTest::unready);

        assertThat(many).isEqualTo(few).isBetween(1L, 10L);
    }

    @Test
    void counts_of_a_replica_set_cost_its_deployment_as_much_with_ten_pods_as_with_ten_thousand() {
        long few = visits(DeploymentController.SPEC, 10, PodEventCostTest::recounted);
        long many = visits(DeploymentController.SPEC, 10_000, PodEventCostTest::recounted);

        assertThat(many).isEqualTo(few).isBetween(1L, 20L);
    }

    /// The one decision that has to compare all pods, and the proof that visits are counted.
    @Test
    void too_many_pods_are_ranked_one_by_one() {
        long visits = visits(
                ReplicaSetController.SPEC,
                1_000,
                stores -> stores.put(ReplicaSet.REPLICA_SETS, at(set(1_000).withSpec(it -> it.replicas(999)), 2)));

        assertThat(visits).isGreaterThan(1_000);
    }

    @FunctionalInterface
    private interface Event {
        Change<?> in(CountedStores stores);
    }

    private static Change<?> unready(CountedStores stores) {
        return stores.put(LeanPod.PODS, at(pod(7, "False"), 2));
    }

    private static Change<?> recounted(CountedStores stores) {
        var before = stores.of(ReplicaSet.REPLICA_SETS).find(ObjectKey.of("default", "web-1"));
        var changed = before.orElseThrow()
                .withStatus(it -> it.readyReplicas(before.get().status().replicas() - 1));
        return stores.put(ReplicaSet.REPLICA_SETS, at(changed, 2));
    }

    private static long visits(ControllerSpec spec, int replicas, Event event) {
        var stores = new CountedStores(spec);
        fill(stores, spec.resources(), replicas);
        stores.takeVisits();
        var change = event.in(stores);
        for (var key : keys(spec, change, stores)) {
            sync(spec, key, stores);
        }
        return stores.takeVisits();
    }

    private static void sync(ControllerSpec spec, ObjectKey key, CountedStores stores) {
        if (spec.shape() instanceof ControllerSpec.Shape.Reconciling<?> shape) {
            sync(shape.builtBy().apply(settings()), key, stores);
        }
    }

    private static <S> void sync(Reconciler<S> reconciler, ObjectKey key, CountedStores stores) {
        var snapshot = (Observation.Observed<S>) reconciler.observe(key, stores.caches(), NOW);
        var _ = reconciler.decide(snapshot.value());
        var _ = reconciler.settle(snapshot.value(), Outcomes.NONE);
    }

    private static Set<ObjectKey> keys(ControllerSpec spec, Change<?> change, CountedStores stores) {
        var keys = new LinkedHashSet<ObjectKey>();
        for (var watching : spec.watches()) {
            if (watching.resource().plural().equals(change.object().resource().plural())) {
                map(watching, change, stores, keys);
            }
        }
        return keys;
    }

    @SuppressWarnings("unchecked") // a change of the resource that is watched
    private static <T extends KubeObject> void map(
            WatchMapping<T> watching, Change<?> change, CountedStores stores, Set<ObjectKey> into) {
        watching.mapping().keys((Change<T>) change, stores, into::add);
    }

    private static void fill(CountedStores stores, Set<Resource<?>> wanted, int replicas) {
        if (wanted.contains(Deployment.DEPLOYMENTS)) {
            stores.put(Deployment.DEPLOYMENTS, deployment(replicas));
        }
        stores.put(ReplicaSet.REPLICA_SETS, set(replicas));
        for (int i = 0; i < replicas; i++) {
            stores.put(LeanPod.PODS, pod(i, "True"));
        }
    }

    private static Deployment deployment(int replicas) {
        return Deployment.builder()
                .metadata(
                        it -> it.namespace("default").name("web").uid("uid-web").generation(1))
                .spec(it -> it.replicas(replicas)
                        .selector(one -> one.putMatchLabels("app", "web"))
                        .template(TEMPLATE)
                        .strategy(one -> one.type("RollingUpdate")))
                .build();
    }

    private static ReplicaSet set(int replicas) {
        return ReplicaSet.builder()
                .metadata(it -> it.namespace("default")
                        .name("web-1")
                        .uid("uid-web-1")
                        .resourceVersion("1")
                        .putLabels("app", "web")
                        .addOwnerReferences(OwnerReferences.toController(deployment(replicas))))
                .spec(it -> it.replicas(replicas)
                        .selector(one -> one.putMatchLabels("app", "web"))
                        .template(TEMPLATE))
                .status(it -> it.replicas(replicas).readyReplicas(replicas))
                .build();
    }

    private static LeanPod pod(int number, String ready) {
        return LeanPod.builder()
                .metadata(it -> it.namespace("default")
                        .name("web-1-" + number)
                        .uid("uid-web-1-" + number)
                        .resourceVersion("1")
                        .creationTimestamp(NOW.minusSeconds(3600))
                        .putLabels("app", "web")
                        .addOwnerReferences(OwnerReferences.toController(set(0))))
                .spec(it -> it.nodeName("node-1"))
                .status(it -> it.phase("Running")
                        .addConditions(one -> one.type("Ready").status(ready).lastTransitionTime(NOW.minusSeconds(60))))
                .build();
    }

    @SuppressWarnings("unchecked") // a copy with other metadata has the same type
    private static <T extends KubeObject> T at(T object, int version) {
        var metadata = object.metadata().toBuilder()
                .resourceVersion(Integer.toString(version))
                .build();
        return (T) object.withMetadata(metadata);
    }

    private static Settings settings() {
        LiveReads nobody = new LiveReads() {
            @Override
            public <T extends KubeObject> Optional<T> get(Resource<T> resource, ObjectKey key) {
                throw new AssertionError("asked the server for " + key);
            }
        };
        return new Settings(
                Settings.Options.of(FlagValues.DEFAULTS, ReplicaGates.ALL_ON), nobody, null, new Metrics(), "");
    }
}
