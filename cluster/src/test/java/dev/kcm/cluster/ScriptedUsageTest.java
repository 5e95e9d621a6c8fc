package dev.kcm.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.client.Client;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.json.Json;
import dev.kcm.model.metrics.v1beta1.NodeMetrics;
import dev.kcm.model.metrics.v1beta1.PodMetrics;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What pods use, from a test to the metrics APIs, in virtual time.
class ScriptedUsageTest {
    private static final ObjectKey WEB = ObjectKey.of("default", "web");

    private Cluster cluster;
    private Client client;

    @BeforeEach
    void start() throws InterruptedException {
        cluster = TestClusters.start();
        client = cluster.client();
        client.on(Pod.PODS)
                .create(Pod.builder()
                        .metadata(m -> m.namespace("default").name("web").putLabels("app", "web"))
                        .spec(spec -> spec.nodeName("node-1")
                                .addContainers(c -> c.name("main").image("web")))
                        .build());
        cluster.advance(Duration.ofSeconds(2));
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void usage_follows_its_curve_as_time_passes() throws InterruptedException {
        cluster.usage("default", "web").cpu("100m..800m/10m").memory("64Mi");
        var early = cpu();
        cluster.advance(Duration.ofMinutes(5));
        var middle = cpu();
        cluster.advance(Duration.ofMinutes(10));

        assertThat(early).isBetween(100L, 110L);
        assertThat(middle).isBetween(450L, 460L);
        assertThat(cpu()).isEqualTo(800);
        assertThat(client.on(NodeMetrics.NODE_METRICS)
                        .get(ObjectKey.of("node-1"))
                        .usage())
                .hasToString("{cpu=800m, memory=64Mi}");
    }

    @Test
    void a_pod_may_be_missing_until_it_is_measured() {
        cluster.usage("default", "web").missing();
        assertThatThrownBy(() -> client.on(PodMetrics.POD_METRICS).get(WEB))
                .isInstanceOf(ApiException.class)
                .hasMessageContaining("podmetrics.metrics.k8s.io \"default/web\" not found");

        cluster.usage("default", "web").cpu("main", "50m");
        cluster.usage("default", "web").cpu("10m");
        assertThat(cpu()).isEqualTo(50);
    }

    @Test
    void what_is_no_amount_is_refused_at_once() {
        assertThatThrownBy(() -> cluster.usage("default", "web").cpu("lots"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"lots\" is no quantity");
    }

    @Test
    void documents_of_metrics_are_read_in_the_process_too() {
        cluster.usage("default", "web").cpu("250m").metric("hits", "5");

        assertThat(document("/apis/metrics.k8s.io/v1beta1/namespaces/default/pods?labelSelector=app%3Dweb")
                        .itemsAt("items"))
                .singleElement()
                .satisfies(
                        pod -> assertThat(pod.itemsAt("containers").getFirst().textAt("usage", "cpu"))
                                .contains("250m"));
        assertThat(document(
                                "/apis/custom.metrics.k8s.io/v1beta2/namespaces/default/pods/*/hits?labelSelector=app%3Dweb")
                        .itemsAt("items"))
                .singleElement()
                .satisfies(value -> assertThat(value.textAt("value")).contains("5"));
        assertThat(client.discovery().fetch().versions("custom.metrics.k8s.io")).containsExactly("v1beta2", "v1beta1");
    }

    private Json document(String path) {
        return Json.parse(client.raw(path, "application/json").body());
    }

    private long cpu() {
        return client.on(PodMetrics.POD_METRICS)
                .get(WEB)
                .containers()
                .getFirst()
                .usage()
                .get("cpu")
                .milliValue();
    }
}
