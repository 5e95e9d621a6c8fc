package dev.kcm.controllers.workload.horizontalpodautoscaler;

import static dev.kcm.controllers.workload.horizontalpodautoscaler.Autoscalers.NOW;
import static dev.kcm.controllers.workload.horizontalpodautoscaler.Autoscalers.autoscaler;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.DynamicObject;
import dev.kcm.model.Resource;
import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.autoscaling.v1.Scale;
import dev.kcm.model.autoscaling.v2.HorizontalPodAutoscaler;
import dev.kcm.model.autoscaling.v2.MetricSpec;
import dev.kcm.model.core.v1.Service;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.selector.Selector;
import dev.kcm.runtime.cache.CountedStores;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// What is asked of the server, and what is made of its answers.
class ReadersTest {
    private static final Resource<DynamicObject> WIDGETS = DynamicObject.resource(new Resource.Names(
            "example.com",
            "v1",
            "Widget",
            "widgets",
            "widget",
            true,
            "",
            "",
            "get",
            "scale=autoscaling/v1/Scale:get+update"));

    private final AutoscalerWorld.Server server = new AutoscalerWorld.Server();
    private final ServedResources served = new ServedResources(server);
    private final MetricsReader metrics = new MetricsReader(server, served);
    private final ScaleReader scales = new ScaleReader(server, served);
    private final CountedStores stores = new CountedStores(HorizontalPodAutoscalerController.SPEC);
    private final MetricsReader.Scope web =
            new MetricsReader.Scope("default", Selector.parse("app=web"), false, Set.of("web-0"));

    // ---- scales

    @Test
    void a_custom_kind_is_found_by_discovery_in_the_version_its_group_prefers() {
        server.served = List.of(
                WIDGETS,
                DynamicObject.resource(new Resource.Names(
                        "example.com", "v1alpha1", "Widget", "widgets", "widget", true, "", "", "get", "")));
        var scale = Scale.builder()
                .metadata(it -> it.namespace("default").name("blue").resourceVersion("7"))
                .spec(it -> it.replicas(3))
                .build();
        server.scales.put("/apis/example.com/v1/namespaces/default/widgets/blue", scale);

        assertThat(read("example.com/v1alpha1", "Widget", "blue")).isEqualTo(new ScaleTarget.Found(WIDGETS, scale));
    }

    @Test
    void the_write_goes_to_the_custom_kinds_scale() {
        server.served = List.of(WIDGETS);
        var scale = Scale.builder()
                .metadata(it -> it.namespace("default").name("blue").resourceVersion("7"))
                .spec(it -> it.replicas(30))
                .build();
        server.scales.put("/apis/example.com/v1/namespaces/default/widgets/blue", scale);
        var world = new AutoscalerWorld(
                autoscaler(1, 10)
                        .withSpec(it -> it.scaleTargetRef(target -> target.apiVersion("example.com/v1")
                                .kind("Widget")
                                .name("blue"))),
                2);
        world.server().served = server.served;
        world.server().scales.putAll(server.scales);

        var steps = world.decided().steps().toList();

        assertThat(steps).singleElement().satisfies(step -> {
            assertThat(step.describe()).isEqualTo("update widgets/scale default/blue");
            assertThat(step.resource()).isEqualTo(WIDGETS);
        });
    }

    @Test
    void a_kind_that_nobody_serves_and_a_reference_that_is_none_are_told_of() {
        assertThat(read("example.com/v1", "Gadget", "blue"))
                .isEqualTo(new ScaleTarget.Unknown("no matches for kind \"Gadget\" in group \"example.com\"", false));
        assertThat(read("a/b/c", "Gadget", "blue"))
                .isEqualTo(new ScaleTarget.Unknown("unexpected GroupVersion string: a/b/c", true));
    }

    @Test
    void a_cached_workload_is_not_asked_for_unless_it_must_be() {
        stores.put(
                Deployment.DEPLOYMENTS,
                Deployment.builder()
                        .metadata(it ->
                                it.namespace("default").name("web").uid("u").resourceVersion("7"))
                        .spec(it -> it.replicas(3).selector(one -> one.putMatchLabels("app", "web")))
                        .status(it -> it.replicas(2))
                        .build());

        var found = (ScaleTarget.Found) read("apps/v1", "Deployment", "web");

        assertThat(found.scale().spec().replicas()).isEqualTo(3);
        assertThat(found.scale().status().replicas()).isEqualTo(2);
        assertThat(found.scale().status().selector()).isEqualTo("app=web");
        assertThat(found.scale().resourceVersion()).isEqualTo("7");
        assertThat(server.asked).isEmpty();
        assertThat(scales.read(autoscaler(1, 2), stores.caches(), true, NOW)).isInstanceOf(ScaleTarget.Unknown.class);
        assertThat(server.asked).containsExactly("/apis/apps/v1/namespaces/default/deployments/web/scale");
    }

    private ScaleTarget read(String apiVersion, String kind, String name) {
        HorizontalPodAutoscaler autoscaler = autoscaler(1, 2)
                .withSpec(it -> it.scaleTargetRef(
                        target -> target.apiVersion(apiVersion).kind(kind).name(name)));
        return scales.read(autoscaler, stores.caches(), false, NOW);
    }

    // ---- metrics

    @Test
    void the_values_of_containers_add_up_and_a_pod_that_lacks_one_is_missing() {
        var usage = new PodUsage(
                "web-0",
                NOW,
                Duration.ofSeconds(30),
                Map.of("a", Map.of("cpu", 100L, "memory", 5L), "b", Map.of("cpu", 50L)));

        assertThat(usage.sample("cpu", "")).contains(new PodSample(150, NOW, Duration.ofSeconds(30)));
        assertThat(usage.sample("memory", "")).isEmpty();
        assertThat(usage.sample("memory", "a")).map(PodSample::milliValue).contains(5L);
        assertThat(usage.sample("memory", "b")).isEmpty();
        assertThat(usage.sample("cpu", "c")).isEmpty();
        assertThat(new PodUsage("web-0", NOW, Duration.ZERO, Map.of()).sample("cpu", ""))
                .isEmpty();
    }

    @Test
    void metrics_of_pods_are_asked_for_by_selector_in_the_version_the_group_prefers() {
        server.versions = Map.of("custom.metrics.k8s.io", List.of("v1", "v1beta1"));
        server.documents.put(
                "/apis/custom.metrics.k8s.io/v1beta1/namespaces/default/pods/*/requests?labelSelector=app%3Dweb"
                        + "&metricLabelSelector=verb%3Dget",
                """
                {"items":[{"describedObject":{"name":"web-0"},"timestamp":"2026-06-01T11:59:00Z","value":"1500m"},
                 {"describedObject":{"name":"web-1"},"timestamp":"2026-06-01T11:59:00Z","window":20,"value":"2"}]}\
                """);
        var metric = MetricSpec.builder()
                .type("Pods")
                .pods(it ->
                        it.metric(one -> one.name("requests").selector(labels -> labels.putMatchLabels("verb", "get"))))
                .build();

        assertThat(metrics.read(metric, web, NOW).content())
                .isEqualTo(new MetricReading.OfPods(Map.of(
                        "web-0", new PodSample(1500, NOW.minusSeconds(60), Duration.ofMinutes(1)),
                        "web-1", new PodSample(2000, NOW.minusSeconds(60), Duration.ofSeconds(20)))));
    }

    @Test
    void the_metric_of_an_object_is_exactly_one_value() {
        server.versions = Map.of("custom.metrics.k8s.io", List.of("v1beta2", "v1beta1"));
        server.served = List.of(Service.SERVICES, Deployment.DEPLOYMENTS, LeanPod.PODS);
        var path = "/apis/custom.metrics.k8s.io/v1beta2/namespaces/default/";
        server.documents.put(path + "services/web/requests", "{\"items\":[{\"value\":\"7\"}]}");
        server.documents.put(path + "deployments.apps/web/requests", "{\"items\":[]}");
        server.documents.put(path + "metrics/requests", "{\"items\":[{\"value\":\"9\"}]}");

        assertThat(object("v1", "Service")).isEqualTo(new MetricReading.Values(List.of(7000L)));
        assertThat(object("v1", "Namespace")).isEqualTo(new MetricReading.Values(List.of(9000L)));
        assertThat(object("apps/v1", "Deployment"))
                .isEqualTo(
                        new MetricReading.Failed("unable to fetch metrics from custom metrics API: the custom metrics"
                                + " API server returned 0 results when we asked for exactly one"));
        assertThat(object("apps/v1", "Gadget"))
                .isEqualTo(
                        new MetricReading.Failed("unable to fetch metrics from custom metrics API: unable to map kind"
                                + " Gadget.apps to resource: no matches for kind \"Gadget\" in group \"apps\""));
        server.versions = Map.of();
        assertThat(object("v1", "Service"))
                .isEqualTo(new MetricReading.Failed("unable to fetch metrics from custom metrics API: no custom metrics"
                        + " API (custom.metrics.k8s.io) registered"));
    }

    private MetricReading.Content object(String apiVersion, String kind) {
        var metric = MetricSpec.builder()
                .type("Object")
                .object(it -> it.metric(one -> one.name("requests"))
                        .describedObject(object ->
                                object.apiVersion(apiVersion).kind(kind).name("web")))
                .build();
        return metrics.read(metric, web, NOW).content();
    }

    @Test
    void external_values_are_all_there_are() {
        var path = "/apis/external.metrics.k8s.io/v1beta1/namespaces/default/queue?labelSelector=name%3Da";
        server.documents.put(path, "{\"items\":[{\"value\":\"7\"},{\"value\":\"500m\"}]}");
        var metric = MetricSpec.builder()
                .type("External")
                .external(it ->
                        it.metric(one -> one.name("queue").selector(labels -> labels.putMatchLabels("name", "a"))))
                .build();

        assertThat(metrics.read(metric, web, NOW).content()).isEqualTo(new MetricReading.Values(List.of(7000L, 500L)));
        server.documents.put(path, "{\"items\":[]}");
        assertThat(metrics.read(metric, web, NOW).content())
                .isEqualTo(new MetricReading.Failed("no metrics returned from external metrics API"));
    }
}
