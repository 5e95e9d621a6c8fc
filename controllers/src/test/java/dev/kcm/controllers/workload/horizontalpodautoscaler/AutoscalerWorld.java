package dev.kcm.controllers.workload.horizontalpodautoscaler;

import dev.kcm.base.flags.FlagValues;
import dev.kcm.base.gates.FeatureGates;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.WriteResult;
import dev.kcm.model.DynamicObject;
import dev.kcm.model.KubeObject;
import dev.kcm.model.MetadataObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.autoscaling.v1.Scale;
import dev.kcm.model.autoscaling.v2.HorizontalPodAutoscaler;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.meta.v1.Status;
import dev.kcm.runtime.cache.CountedStores;
import dev.kcm.runtime.controller.Inventory;
import dev.kcm.runtime.controller.LiveAnswer;
import dev.kcm.runtime.controller.LiveDocument;
import dev.kcm.runtime.controller.LiveReads;
import dev.kcm.runtime.controller.Observation;
import dev.kcm.runtime.controller.ServedKinds;
import dev.kcm.runtime.controller.Settings;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/// An autoscaler, its target and a server of metrics, on which syncs run one after the other.
final class AutoscalerWorld {
    static final ObjectKey KEY = ObjectKey.of("default", "web");

    private final CountedStores stores = new CountedStores(HorizontalPodAutoscalerController.SPEC);
    private final Server server = new Server();
    private final Metrics metrics = new Metrics();
    private final Map<String, Boolean> gates =
            new HashMap<>(Map.of("HPAScaleToZero", false, "HPAConfigurableTolerance", true, "PodLevelResources", true));
    private final List<String> events = new ArrayList<>();
    private Optional<ApiFailure> refusal = Optional.empty();
    private HorizontalPodAutoscalerController controller;
    private Instant now = Autoscalers.NOW;
    private int version = 1;
    private String why = "";
    private Optional<Duration> wakesIn = Optional.empty();

    AutoscalerWorld(HorizontalPodAutoscaler autoscaler, int replicas) {
        put(HorizontalPodAutoscaler.HORIZONTAL_POD_AUTOSCALERS, autoscaler);
        put(Deployment.DEPLOYMENTS, deployment(replicas));
        this.controller = new HorizontalPodAutoscalerController(settings());
        pods(replicas);
    }

    private static Deployment deployment(int replicas) {
        return Deployment.builder()
                .metadata(it -> it.namespace("default").name("web").uid("uid-web"))
                .spec(it -> it.replicas(replicas).selector(one -> one.putMatchLabels("app", "web")))
                .status(it -> it.replicas(replicas))
                .build();
    }

    AutoscalerWorld with(String gate, boolean isOn) {
        gates.put(gate, isOn);
        return restarted();
    }

    /// Forgets what is in memory only.
    AutoscalerWorld restarted() {
        controller = new HorizontalPodAutoscalerController(settings());
        return this;
    }

    AutoscalerWorld pods(int count) {
        List.copyOf(stores.of(LeanPod.PODS).all()).forEach(pod -> stores.remove(LeanPod.PODS, pod));
        Autoscalers.pods(count).forEach(pod -> put(LeanPod.PODS, pod));
        return this;
    }

    /// What each pod uses, in thousandths of a CPU; `web-0`, `web-1` and so on.
    AutoscalerWorld cpu(long... milliValues) {
        server.usages = new ArrayList<>();
        for (int i = 0; i < milliValues.length; i++) {
            server.usages.add(usage("web-" + i, milliValues[i]));
        }
        return this;
    }

    private DynamicObject usage(String pod, long milliValue) {
        return DynamicObject.of(Server.POD_METRICS, (JsonObject) Json.parse("""
            {"metadata":{"namespace":"default","name":"%s"},"timestamp":"%s","window":"30s",
             "containers":[{"name":"main","usage":{"cpu":"%dm","memory":"64Mi"}}]}\
            """.formatted(pod, now, milliValue)));
    }

    AutoscalerWorld document(String path, String content) {
        server.documents.put(path, content);
        return this;
    }

    Server server() {
        return server;
    }

    AutoscalerWorld change(UnaryOperator<HorizontalPodAutoscaler> change) {
        put(HorizontalPodAutoscaler.HORIZONTAL_POD_AUTOSCALERS, change.apply(autoscaler()));
        return this;
    }

    AutoscalerWorld after(Duration time) {
        now = now.plus(time);
        return this;
    }

    /// Every write of a scale is refused like this from now on.
    AutoscalerWorld refusing(ApiFailure failure) {
        refusal = Optional.of(failure);
        return this;
    }

    AutoscalerWorld accepting() {
        refusal = Optional.empty();
        return this;
    }

    static ApiFailure failure(int code, String reason, String message) {
        return ApiFailure.of(Status.builder()
                .status("Failure")
                .code(code)
                .reason(reason)
                .message(message)
                .build());
    }

    /// One sync; what it writes is there afterwards.
    AutoscalerWorld sync() {
        return sync(KEY);
    }

    AutoscalerWorld sync(ObjectKey key) {
        events.clear();
        var snapshot = observed(key);
        var plan = controller.decide(snapshot);
        why = plan.why();
        var writes = executed(plan);
        var settling = controller.settle(snapshot, writes);
        wakesIn = settling.wakeIn();
        var all = writes.and(executed(settling));
        controller.measure(snapshot, all, Duration.ofMillis(5));
        return this;
    }

    Snapshot observed() {
        return observed(KEY);
    }

    Snapshot observed(ObjectKey key) {
        return ((Observation.Observed<Snapshot>) controller.observe(key, stores.caches(), now)).value();
    }

    Plan decided() {
        return controller.decide(observed());
    }

    /// One more Deployment, of pods of its own.
    AutoscalerWorld target(String name) {
        put(
                Deployment.DEPLOYMENTS,
                deployment(1)
                        .withMetadata(it -> it.name(name).uid("uid-" + name))
                        .withSpec(it -> it.selector(one -> one.putMatchLabels("app", name))));
        return this;
    }

    private Outcomes executed(Plan plan) {
        return new Outcomes(plan.groups().stream()
                .flatMap(group -> group.steps().stream())
                .map(this::executed)
                .toList());
    }

    private Outcome executed(Step step) {
        if (step instanceof Step.RecordEvent event) {
            events.add(event.reason() + ": " + event.note());
            return new Outcome.Recorded(event);
        }
        var write = (Step.Write) step;
        var object = write.object().orElseThrow();
        if (object instanceof Scale scale) {
            if (refusal.isPresent()) {
                return refusal.get() instanceof ApiFailure.Conflict conflict
                        ? new Outcome.Moot(step, conflict.message())
                        : new Outcome.Refused(step, refusal.get());
            }
            scale(scale.spec().replicas());
        } else {
            put(HorizontalPodAutoscaler.HORIZONTAL_POD_AUTOSCALERS, (HorizontalPodAutoscaler) object);
        }
        return new Outcome.Applied(step, new WriteResult(object.key(), object.uid(), "1"));
    }

    /// As if somebody did, and the pods came.
    AutoscalerWorld scale(int replicas) {
        put(Deployment.DEPLOYMENTS, deployment(replicas));
        return pods(replicas);
    }

    int replicas() {
        return stores.of(Deployment.DEPLOYMENTS)
                .find(KEY)
                .orElseThrow()
                .spec()
                .replicas()
                .orElseThrow();
    }

    HorizontalPodAutoscaler autoscaler() {
        return stores.of(HorizontalPodAutoscaler.HORIZONTAL_POD_AUTOSCALERS)
                .find(KEY)
                .orElseThrow();
    }

    String condition(String type) {
        return autoscaler().status().conditions().stream()
                .filter(it -> it.type().equals(type))
                .map(it -> it.status() + " " + it.reason())
                .findFirst()
                .orElse("");
    }

    List<String> events() {
        return List.copyOf(events);
    }

    String why() {
        return why;
    }

    Optional<Duration> wakesIn() {
        return wakesIn;
    }

    Metrics metrics() {
        return metrics;
    }

    CountedStores stores() {
        return stores;
    }

    <T extends KubeObject> void put(Resource<T> resource, T object) {
        @SuppressWarnings("unchecked") // a copy with other metadata has the same type
        var versioned = (T) object.withMetadata(object.metadata().toBuilder()
                .resourceVersion(Integer.toString(version++))
                .build());
        stores.put(resource, versioned);
    }

    private Settings settings() {
        return new Settings(
                Settings.Options.of(FlagValues.DEFAULTS, FeatureGates.of(gates)), server, server, metrics, "");
    }

    /// What the server says when it is asked itself.
    static final class Server implements LiveReads, Inventory {
        static final Resource<DynamicObject> POD_METRICS = DynamicObject.resource(
                new Resource.Names("metrics.k8s.io", "v1beta1", "PodMetrics", "pods", "pod", true, "", "", "list", ""));

        List<DynamicObject> usages = new ArrayList<>();
        final Map<String, String> documents = new HashMap<>();
        final List<String> asked = new ArrayList<>();
        Map<String, List<String>> versions = Map.of();
        List<Resource<?>> served = List.of(Deployment.DEPLOYMENTS, LeanPod.PODS);
        final Map<String, Scale> scales = new HashMap<>();
        Optional<ApiFailure> down = Optional.empty();

        @Override
        public <T extends KubeObject> Optional<T> get(Resource<T> resource, ObjectKey key) {
            return Optional.empty();
        }

        @Override
        public <S extends KubeObject> S subresource(Resource<?> resource, ObjectKey key, String name, Resource<S> as) {
            asked.add(resource.path(key) + "/" + name);
            var scale = scales.get(resource.path(key));
            if (scale == null) {
                throw new ApiException(failure(
                        404, "NotFound", "%s \"%s\" not found".formatted(resource.qualifiedName(), key.name())));
            }
            @SuppressWarnings("unchecked") // only scales are asked for
            var answer = (S) scale;
            return answer;
        }

        @Override
        public <D> LiveDocument<D> document(String path, Duration maxAge, Function<byte[], D> decoder) {
            asked.add(path);
            var content = documents.get(path);
            if (content == null) {
                throw new ApiException(failure(404, "", "GET " + path + ": the server answered 404"));
            }
            return new LiveDocument<>(decoder.apply(Json.parse(content).toBytes()), Duration.ofMillis(2));
        }

        @Override
        public <T extends KubeObject, D> LiveDocument<D> list(
                Resource<T> resource, String namespace, String selector, Duration maxAge, Digest<T, D> digest) {
            asked.add(resource.path(namespace) + (selector.isEmpty() ? "" : "?" + selector));
            down.ifPresent(failure -> {
                throw new ApiException(failure);
            });
            @SuppressWarnings("unchecked") // only usages are listed
            var items = (List<T>) usages;
            return new LiveDocument<>(digest.of(items, ""), Duration.ofMillis(2));
        }

        @Override
        public LiveAnswer<ServedKinds> served(Instant since) {
            return new LiveAnswer.Found<>(new ServedKinds(served, Map.of(), versions));
        }

        @Override
        public <T extends KubeObject> LiveAnswer<List<T>> contents(Resource<T> resource, String namespace) {
            return new LiveAnswer.Absent<>();
        }

        @Override
        public Map<Resource<?>, LiveAnswer<List<MetadataObject>>> contents(
                List<? extends Resource<?>> resources, String namespace) {
            return Map.of();
        }
    }
}
