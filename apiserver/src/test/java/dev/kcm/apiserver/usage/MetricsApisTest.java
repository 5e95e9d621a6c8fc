package dev.kcm.apiserver.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.kcm.apiserver.ServedApi;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.core.v1.Namespace;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.json.Json;
import dev.kcm.model.meta.v1.DeleteOptions;
import dev.kcm.model.metrics.v1beta1.PodMetrics;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.wire.Envelope;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The three groups over HTTP.
class MetricsApisTest {
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final String PODS = "/apis/metrics.k8s.io/v1beta1/namespaces/shop/pods";
    private static final String NODES = "/apis/metrics.k8s.io/v1beta1/nodes";
    private static final String CUSTOM = "/apis/custom.metrics.k8s.io/v1beta2/namespaces/shop";
    private static final String EXTERNAL = "/apis/external.metrics.k8s.io/v1beta1/namespaces/shop";

    private static ServedApi served;

    @BeforeAll
    static void start() throws Exception {
        served = ServedApi.start();
        namespace("shop", Map.of("kcm.dev/external.queue_length", "30", "kcm.dev/metric.visitors", "7"));
        namespace("broken", Map.of("kcm.dev/external.queue_length", "many"));
        served.create(Node.builder()
                .metadata(m -> m.name("node-1").putAnnotations("kcm.dev/metric.heat", "40..50/1s"))
                .build());
        served.create(Node.builder().metadata(m -> m.name("node-2")).build());
        pod(
                "shop",
                "web-1",
                "web",
                Map.of("kcm.dev/cpu", "250m", "kcm.dev/memory", "64Mi", "kcm.dev/metric.hits", "5"));
        pod("shop", "web-2", "web", Map.of("kcm.dev/cpu", "500m", "kcm.dev/metric.hits", "1500m"));
        pod("shop", "db-1", "db", Map.of("kcm.dev/cpu", "none"));
        pod("broken", "typo", "typo", Map.of("kcm.dev/cpu", "25O"));
        served.create(Deployment.builder()
                .metadata(m -> m.namespace("shop").name("web").putAnnotations("kcm.dev/metric.orders", "12"))
                .spec(spec -> spec.selector(selector -> selector.putMatchLabels("app", "web"))
                        .template(template -> template.metadata(m -> m.putLabels("app", "web"))
                                .spec(it -> it.addContainers(c -> c.name("a").image("a")))))
                .build());
    }

    @AfterAll
    static void stop() {
        served.close();
    }

    @Test
    void pods_that_run_have_metrics() throws Exception {
        var list = json(PODS);
        assertThat(list.textAt("kind")).contains("PodMetricsList");
        assertThat(names(list)).containsExactly("web-1", "web-2");
        var first = list.itemsAt("items").getFirst();
        assertThat(first.textAt("window")).contains("1s");
        assertThat(first.textAt("metadata", "labels", "app")).contains("web");
        assertThat(first.itemsAt("containers")).hasSize(2).allSatisfy(container -> {
            assertThat(container.textAt("usage", "cpu")).contains("125m");
            assertThat(container.textAt("usage", "memory")).contains("32Mi");
        });
        assertThat(json(PODS + "/web-2").textAt("kind")).contains("PodMetrics");
    }

    @Test
    void pods_are_selected_as_pods_are() throws Exception {
        assertThat(names(json(PODS + "?labelSelector=app%3Ddb"))).isEmpty();
        assertThat(names(json(PODS + "?labelSelector=app%3Dweb&fieldSelector=metadata.name%3Dweb-2")))
                .containsExactly("web-2");
        assertThat(names(json("/apis/metrics.k8s.io/v1beta1/pods?labelSelector=app%3Dweb")))
                .containsExactly("web-1", "web-2");
    }

    @Test
    void a_pod_without_metrics_is_not_found() throws Exception {
        assertThat(get(PODS + "/db-1").body()).contains("podmetrics.metrics.k8s.io \\\"shop/db-1\\\" not found");
        assertThat(get(PODS + "/db-1").statusCode()).isEqualTo(404);
        assertThat(get(PODS + "/nobody").body()).contains("pods \\\"nobody\\\" not found");
    }

    @Test
    void nodes_use_what_their_pods_do() throws Exception {
        deletePod("broken", "typo");
        try {
            var list = json(NODES);
            assertThat(names(list)).containsExactly("node-1", "node-2");
            assertThat(list.itemsAt("items").getFirst().textAt("usage", "cpu")).contains("750m");
            assertThat(list.itemsAt("items").getFirst().textAt("usage", "memory"))
                    .contains("64Mi");
            assertThat(json(NODES + "/node-2").textAt("usage", "cpu")).contains("0");
        } finally {
            pod("broken", "typo", "typo", Map.of("kcm.dev/cpu", "25O"));
        }
    }

    @Test
    void what_cannot_be_read_is_an_error_for_those_it_concerns() throws Exception {
        var path = "/apis/metrics.k8s.io/v1beta1/namespaces/broken/pods";
        for (var concerned : List.of(path, path + "/typo", "/apis/metrics.k8s.io/v1beta1/pods")) {
            assertThat(get(concerned).statusCode()).isEqualTo(500);
            assertThat(json(concerned).textAt("message"))
                    .contains("annotation kcm.dev/cpu of pod broken/typo cannot be read: \"25O\" is no quantity such as"
                            + " 250m or 64Mi");
        }
        assertThat(get(PODS).statusCode()).isEqualTo(200);
        assertThat(get("/apis/external.metrics.k8s.io/v1beta1/namespaces/broken/queue_length")
                        .body())
                .contains("annotation kcm.dev/external.queue_length of namespace broken cannot be read");
    }

    @Test
    void metrics_come_as_tables_and_protobuf() throws Exception {
        var table = Json.parse(
                get(PODS, "application/json;as=Table;v=v1;g=meta.k8s.io").body());
        assertThat(table.itemsAt("columnDefinitions"))
                .extracting(column -> column.textAt("name").orElse(""))
                .containsExactly("Name", "cpu", "memory", "Window");
        assertThat(table.itemsAt("rows").getFirst().itemsAt("cells"))
                .containsExactly(Json.of("web-1"), Json.of("250m"), Json.of("64Mi"), Json.of("1s"));
        var bytes = CLIENT.send(request(PODS, Envelope.MEDIA_TYPE), BodyHandlers.ofByteArray())
                .body();
        var pods = new ArrayList<PodMetrics>();
        PodMetrics.POD_METRICS.decodeList(Envelope.open(bytes).content(), pods::add);
        assertThat(pods).extracting(PodMetrics::name).containsExactly("web-1", "web-2");
    }

    @Test
    void custom_metrics_are_those_of_objects() throws Exception {
        var one = json(CUSTOM + "/pods/web-1/hits");
        assertThat(one.textAt("kind")).contains("MetricValueList");
        assertThat(one.itemsAt("items")).singleElement().satisfies(value -> {
            assertThat(value.textAt("describedObject", "kind")).contains("Pod");
            assertThat(value.textAt("describedObject", "apiVersion")).contains("v1");
            assertThat(value.textAt("describedObject", "name")).contains("web-1");
            assertThat(value.textAt("metric", "name")).contains("hits");
            assertThat(value.textAt("value")).contains("5");
        });
        assertThat(values(CUSTOM + "/pods/*/hits?labelSelector=app%3Dweb")).containsExactly("5", "1500m");
        assertThat(values(CUSTOM + "/deployments.apps/web/orders")).containsExactly("12");
        assertThat(values(CUSTOM + "/metrics/visitors")).containsExactly("7");
        assertThat(values("/apis/custom.metrics.k8s.io/v1beta2/nodes/*/heat")).hasSize(1);
    }

    @Test
    void the_older_version_names_a_metric_otherwise() throws Exception {
        var value = json(CUSTOM.replace("v1beta2", "v1beta1") + "/pods/web-1/hits")
                .itemsAt("items")
                .getFirst();
        assertThat(value.textAt("metricName")).contains("hits");
        assertThat(value.at("metric")).isEmpty();
    }

    @Test
    void external_metrics_are_those_of_namespaces() throws Exception {
        var list = json(EXTERNAL + "/queue_length?labelSelector=queue%3Dmail");
        assertThat(list.textAt("kind")).contains("ExternalMetricValueList");
        assertThat(list.itemsAt("items")).singleElement().satisfies(value -> {
            assertThat(value.textAt("metricName")).contains("queue_length");
            assertThat(value.textAt("value")).contains("30");
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        /pods/web-1/misses                       | the server could not find the metric misses for pods web-1
        /pods/*/hits?labelSelector=app%3Ddb      | the server could not find the metric hits for pods
        /pods/nobody/hits                        | pods \\"nobody\\" not found
        /deployments/web/orders                  | the server could not find the requested resource
        /metrics/mood                            | the server could not find the metric mood for namespaces shop
        """)
    void a_metric_that_is_not_there_is_not_found(String path, String message) throws Exception {
        assertThat(get(CUSTOM + path).statusCode()).isEqualTo(404);
        assertThat(get(CUSTOM + path).body()).contains(message);
    }

    @Test
    void discovery_lists_what_is_measured() throws Exception {
        var groups = get("/apis").body();
        assertThat(groups)
                .contains("\"metrics.k8s.io/v1beta1\"")
                .contains("\"custom.metrics.k8s.io/v1beta2\"")
                .contains("\"custom.metrics.k8s.io/v1beta1\"")
                .contains("\"external.metrics.k8s.io/v1beta1\"");
        assertThat(resources("/apis/metrics.k8s.io/v1beta1")).containsExactlyInAnyOrder("nodes", "pods");
        assertThat(resources("/apis/custom.metrics.k8s.io/v1beta2"))
                .containsExactlyInAnyOrder("deployments.apps/orders", "namespaces/visitors", "nodes/heat", "pods/hits");
        assertThat(resources("/apis/external.metrics.k8s.io/v1beta1")).containsExactly("queue_length");
        assertThat(get("/apis", "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList")
                        .body())
                .contains("\"subresource\":\"hits\"");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        /apis/metrics.k8s.io/v1beta1/namespaces/shop/pods               | cannot list resource \\"pods\\" in API group \\"metrics.k8s.io\\" in the namespace \\"shop\\"
        /apis/custom.metrics.k8s.io/v1beta2/namespaces/shop/pods/*/hits | cannot get resource \\"pods/hits\\" in API group \\"custom.metrics.k8s.io\\" in the namespace \\"shop\\"
        /apis/external.metrics.k8s.io/v1beta1/namespaces/shop/queue     | cannot list resource \\"queue\\" in API group \\"external.metrics.k8s.io\\" in the namespace \\"shop\\"
        """)
    void only_who_may_reads_them(String path, String refusal) throws Exception {
        var response = CLIENT.send(HttpRequest.newBuilder(uri(path)).build(), BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(403);
        assertThat(response.body()).contains(refusal);
        assertThat(served.api().documents())
                .satisfies(documents -> assertThat(catchThrowable(() -> documents.at(RequestUser.ANONYMOUS, path)))
                        .hasMessageContaining(refusal.replace("\\", "")));
    }

    @ParameterizedTest
    @CsvSource({PODS, CUSTOM + "/pods/web-1/hits", EXTERNAL + "/queue_length"})
    void nothing_can_be_written(String path) throws Exception {
        var request = HttpRequest.newBuilder(uri(path))
                .header("Authorization", "Bearer " + served.token())
                .DELETE()
                .build();
        assertThat(CLIENT.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(405);
    }

    private static void namespace(String name, Map<String, String> annotations) throws InterruptedException {
        served.create(Namespace.builder()
                .metadata(m -> m.name(name).annotations(annotations))
                .build());
    }

    /// A pod with two containers that runs on `node-1`.
    private static void pod(String namespace, String name, String app, Map<String, String> annotations)
            throws InterruptedException {
        served.api()
                .store()
                .commit(
                        Pod.PODS,
                        ObjectKey.of(namespace, name),
                        null,
                        Pod.builder()
                                .metadata(m -> m.namespace(namespace)
                                        .name(name)
                                        .putLabels("app", app)
                                        .annotations(annotations))
                                .spec(spec -> spec.nodeName("node-1")
                                        .addContainers(container -> container.name("a"))
                                        .addContainers(container -> container.name("b")))
                                .status(status -> status.phase("Running"))
                                .build());
    }

    private static void deletePod(String namespace, String name) throws InterruptedException {
        served.api()
                .handle(
                        RequestUser.ADMINISTRATOR,
                        Operation.delete(
                                Pod.PODS,
                                ObjectKey.of(namespace, name),
                                DeleteOptions.builder().gracePeriodSeconds(0L).build()));
    }

    private static List<String> names(Json list) {
        return list.itemsAt("items").stream()
                .map(item -> item.textAt("metadata", "name").orElse(""))
                .toList();
    }

    private static List<String> values(String path) throws Exception {
        return json(path).itemsAt("items").stream()
                .map(item -> item.textAt("value").orElse(""))
                .toList();
    }

    private static List<String> resources(String path) throws Exception {
        return json(path).itemsAt("resources").stream()
                .map(item -> item.textAt("name").orElse(""))
                .toList();
    }

    private static Json json(String path) throws Exception {
        return Json.parse(get(path).body());
    }

    private static HttpResponse<String> get(String path) throws Exception {
        return get(path, "application/json");
    }

    private static HttpResponse<String> get(String path, String accept) throws Exception {
        return CLIENT.send(request(path, accept), BodyHandlers.ofString());
    }

    private static HttpRequest request(String path, String accept) {
        return HttpRequest.newBuilder(uri(path))
                .header("Authorization", "Bearer " + served.token())
                .header("Accept", accept)
                .build();
    }

    private static URI uri(String path) {
        return URI.create("http://127.0.0.1:" + served.port() + path);
    }
}
