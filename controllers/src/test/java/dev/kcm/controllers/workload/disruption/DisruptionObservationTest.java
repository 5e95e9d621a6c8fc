package dev.kcm.controllers.workload.disruption;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.flags.FlagValues;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.model.DynamicObject;
import dev.kcm.model.KubeObject;
import dev.kcm.model.MetadataObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.OwnerReferences;
import dev.kcm.model.Resource;
import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.autoscaling.v1.Scale;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.meta.v1.OwnerReference;
import dev.kcm.model.policy.v1.PodDisruptionBudget;
import dev.kcm.model.value.IntOrString;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.cache.CountedStores;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.Inventory;
import dev.kcm.runtime.controller.LiveAnswer;
import dev.kcm.runtime.controller.LiveReads;
import dev.kcm.runtime.controller.Observation;
import dev.kcm.runtime.controller.Reconciler;
import dev.kcm.runtime.controller.ServedKinds;
import dev.kcm.runtime.controller.Settings;
import dev.kcm.runtime.controller.WatchMapping;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Who is asked how many pods there should be, and what an event of a pod costs.
class DisruptionObservationTest {
    private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");
    private static final ObjectKey WEB = ObjectKey.of("default", "web");

    private final CountedStores stores = new CountedStores(DisruptionController.SPEC);
    private final Server server = new Server();

    @Test
    void a_deployment_answers_for_its_replica_sets() {
        stores.put(PodDisruptionBudget.POD_DISRUPTION_BUDGETS, budget("web"));
        stores.put(Deployment.DEPLOYMENTS, deployment(5));
        stores.put(ReplicaSet.REPLICA_SETS, set("web-1", 4));
        stores.put(ReplicaSet.REPLICA_SETS, set("web-2", 1));
        stores.put(LeanPod.PODS, pod(1, OwnerReferences.toController(set("web-1", 4))));
        stores.put(LeanPod.PODS, pod(2, OwnerReferences.toController(set("web-2", 1))));

        assertThat(scale()).isEqualTo(new ScaleSum.Known(5));
    }

    @Test
    void a_custom_kind_answers_by_its_scale() {
        stores.put(PodDisruptionBudget.POD_DISRUPTION_BUDGETS, budget("web"));
        stores.put(LeanPod.PODS, pod(1, reference("example.com/v1", "Fleet", "ships", "uid-ships")));
        server.kinds = List.of(DynamicObject.resource(names("fleets", "Fleet", "scale=autoscaling/v1/Scale:get")));
        server.scale = new LiveAnswer.Found<>(Scale.builder()
                .metadata(metadata -> metadata.name("ships").uid("uid-ships"))
                .spec(spec -> spec.replicas(7))
                .build());

        assertThat(scale()).isEqualTo(new ScaleSum.Known(7));
        assertThat(server.asked).isEqualTo("fleets.example.com default/ships");
    }

    @Test
    void what_cannot_be_scaled_or_is_not_served_is_told_in_upstreams_words() {
        stores.put(PodDisruptionBudget.POD_DISRUPTION_BUDGETS, budget("web"));
        stores.put(LeanPod.PODS, pod(1, reference("example.com/v1", "Fleet", "ships", "uid-ships")));

        assertThat(scale())
                .isEqualTo(new ScaleSum.Unknown("no matches for kind \"Fleet\" in version \"example.com/v1\"", false));
        server.kinds = List.of(DynamicObject.resource(names("fleets", "Fleet", "status=Fleet:get")));
        assertThat(scale())
                .isEqualTo(new ScaleSum.Unknown("fleets.example.com does not implement the scale subresource", false));
        server.kinds = List.of(DynamicObject.resource(names("fleets", "Fleet", "scale=autoscaling/v1/Scale:get")));
        assertThat(scale()).isEqualTo(new ScaleSum.Unknown("found no controllers for pod \"web-1\"", false));
    }

    @Test
    void an_event_of_a_pod_costs_a_budget_as_much_with_ten_pods_as_with_ten_thousand() {
        assertThat(visits(10_000)).isEqualTo(visits(10)).isBetween(1L, 20L);
    }

    @Test
    void an_update_that_counts_nothing_is_of_no_concern() {
        stores.put(PodDisruptionBudget.POD_DISRUPTION_BUDGETS, budget("web"));
        var pod = pod(1, OwnerReferences.toController(set("web-1", 1)));
        stores.put(LeanPod.PODS, pod);
        var change = stores.put(
                LeanPod.PODS,
                pod.withStatus(status -> status.podIP("10.0.0.1"))
                        .withMetadata(metadata -> metadata.resourceVersion("2")));

        assertThat(keys(DisruptionController.SPEC, change, stores)).isEmpty();
    }

    @Test
    void a_pod_that_leaves_concerns_the_budget_it_left() {
        stores.put(PodDisruptionBudget.POD_DISRUPTION_BUDGETS, budget("web"));
        stores.put(PodDisruptionBudget.POD_DISRUPTION_BUDGETS, budget("api"));
        var pod = pod(1, OwnerReferences.toController(set("web-1", 1)));
        stores.put(LeanPod.PODS, pod);
        var change = stores.put(
                LeanPod.PODS,
                pod.withMetadata(metadata -> metadata.resourceVersion("2").labels(Map.of("app", "api"))));

        assertThat(keys(DisruptionController.SPEC, change, stores))
                .containsExactlyInAnyOrder(WEB, ObjectKey.of("default", "api"));
    }

    private long visits(int pods) {
        var counted = new CountedStores(DisruptionController.SPEC);
        counted.put(PodDisruptionBudget.POD_DISRUPTION_BUDGETS, budget("web"));
        counted.put(Deployment.DEPLOYMENTS, deployment(pods));
        counted.put(ReplicaSet.REPLICA_SETS, set("web-1", pods));
        var owner = OwnerReferences.toController(set("web-1", pods));
        for (int i = 0; i < pods; i++) {
            counted.put(LeanPod.PODS, pod(i, owner));
        }
        counted.takeVisits();
        var change = counted.put(
                LeanPod.PODS,
                pod(7, owner)
                        .withStatus(status -> status.conditions(List.of()))
                        .withMetadata(metadata -> metadata.resourceVersion("2")));
        for (var key : keys(DisruptionController.SPEC, change, counted)) {
            assertThat(observed(key, counted)).isInstanceOf(Snapshot.OfBudget.class);
        }
        return counted.takeVisits();
    }

    private ScaleSum scale() {
        return ((Snapshot.OfBudget) observed(WEB, stores)).scale();
    }

    @SuppressWarnings("unchecked") // the controller's own snapshots
    private Object observed(ObjectKey key, CountedStores from) {
        var shape = (ControllerSpec.Shape.Reconciling<Snapshot>) DisruptionController.SPEC.shape();
        Reconciler<Snapshot> controller = shape.builtBy()
                .apply(new Settings(Settings.Options.of(FlagValues.DEFAULTS), server, server, new Metrics(), ""));
        return ((Observation.Observed<Snapshot>) controller.observe(key, from.caches(), NOW)).value();
    }

    private static Set<ObjectKey> keys(ControllerSpec spec, Change<LeanPod> change, CountedStores stores) {
        var keys = new LinkedHashSet<ObjectKey>();
        spec.watches().stream()
                .filter(watching -> watching.resource().equals(LeanPod.PODS))
                .forEach(watching -> map(watching, change, stores, keys));
        return keys;
    }

    @SuppressWarnings("unchecked") // a change of the resource that is watched
    private static void map(
            WatchMapping<?> watching, Change<LeanPod> change, CountedStores stores, Set<ObjectKey> into) {
        ((WatchMapping<LeanPod>) watching).mapping().keys(change, stores, into::add);
    }

    private static PodDisruptionBudget budget(String app) {
        return PodDisruptionBudget.builder()
                .metadata(metadata -> metadata.namespace("default").name(app).uid("uid-budget-" + app))
                .spec(spec -> spec.maxUnavailable(IntOrString.of(1))
                        .selector(selector -> selector.putMatchLabels("app", app)))
                .build();
    }

    private static Deployment deployment(int replicas) {
        return Deployment.builder()
                .metadata(metadata -> metadata.namespace("default").name("web").uid("uid-deployment"))
                .spec(spec -> spec.replicas(replicas))
                .build();
    }

    private static ReplicaSet set(String name, int replicas) {
        return ReplicaSet.builder()
                .metadata(metadata -> metadata.namespace("default")
                        .name(name)
                        .uid("uid-" + name)
                        .addOwnerReferences(OwnerReferences.toController(deployment(0))))
                .spec(spec -> spec.replicas(replicas))
                .build();
    }

    private static OwnerReference reference(String apiVersion, String kind, String name, String uid) {
        return OwnerReference.builder()
                .apiVersion(apiVersion)
                .kind(kind)
                .name(name)
                .uid(uid)
                .controller(true)
                .build();
    }

    private static LeanPod pod(int number, OwnerReference owner) {
        return LeanPod.builder()
                .metadata(metadata -> metadata.namespace("default")
                        .name("web-" + number)
                        .uid("uid-web-" + number)
                        .resourceVersion("1")
                        .putLabels("app", "web")
                        .addOwnerReferences(owner))
                .status(status -> status.phase("Running")
                        .addConditions(condition -> condition.type("Ready").status("True")))
                .build();
    }

    private static Resource.Names names(String plural, String kind, String subresources) {
        return new Resource.Names("example.com", "v1", kind, plural, "", true, "", "", "get", subresources);
    }

    private static final class Server implements LiveReads, Inventory {
        private List<Resource<DynamicObject>> kinds = List.of();
        private LiveAnswer<Scale> scale = new LiveAnswer.Absent<>();
        private String asked = "";

        @Override
        public <T extends KubeObject> Optional<T> get(Resource<T> resource, ObjectKey key) {
            throw new AssertionError("asked for " + key);
        }

        @Override
        public LiveAnswer<Scale> scale(Resource<?> resource, ObjectKey key) {
            asked = resource.qualifiedName() + " " + key;
            return scale;
        }

        @Override
        public LiveAnswer<ServedKinds> served(Instant since) {
            return new LiveAnswer.Found<>(new ServedKinds(kinds, Map.of()));
        }

        @Override
        public <T extends KubeObject> LiveAnswer<List<T>> contents(Resource<T> resource, String namespace) {
            throw new AssertionError("listed " + resource);
        }

        @Override
        public Map<Resource<?>, LiveAnswer<List<MetadataObject>>> contents(
                List<? extends Resource<?>> resources, String namespace) {
            throw new AssertionError("listed " + resources);
        }
    }
}
