package dev.kcm.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.client.Client;
import dev.kcm.client.DeleteOptions;
import dev.kcm.client.ListQuery;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.core.v1.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ClusterTest {
    private static final ObjectKey WEB = ObjectKey.of("default", "web");

    private Cluster cluster;
    private Client client;

    @BeforeEach
    void start() throws InterruptedException {
        cluster = TestClusters.start();
        client = cluster.client();
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void a_deployment_becomes_available() throws InterruptedException {
        client.on(Deployment.DEPLOYMENTS).create(web(3));

        cluster.advance(Duration.ofSeconds(2));

        assertThat(client.on(Deployment.DEPLOYMENTS).get(WEB).status().availableReplicas())
                .isEqualTo(3);
        assertThat(pods()).extracting(pod -> pod.status().phase()).containsOnly("Running");
        assertThat(pods()).extracting(pod -> pod.spec().nodeName()).doesNotHaveDuplicates();
        assertThat(pods()).extracting(pod -> pod.status().podIP()).doesNotHaveDuplicates();
    }

    @Test
    void a_deleted_pod_is_replaced() throws InterruptedException {
        client.on(Deployment.DEPLOYMENTS).create(web(2));
        cluster.advance(Duration.ofSeconds(2));
        var lost = pods().getFirst();

        client.on(Pod.PODS).delete(lost.key(), DeleteOptions.plain());
        cluster.advance(Duration.ofSeconds(2));

        assertThat(pods()).hasSize(2).extracting(Pod::uid).doesNotContain(lost.uid());
    }

    @Test
    void a_new_image_replaces_all_pods() throws InterruptedException {
        var deployments = client.on(Deployment.DEPLOYMENTS);
        deployments.create(web(3));
        cluster.advance(Duration.ofSeconds(2));
        var before = pods();

        var newer = deployments.get(WEB);
        deployments.update(newer.withSpec(web(3, "example.com/web:2").spec()));
        cluster.advance(Duration.ofSeconds(2));

        assertThat(pods())
                .hasSize(3)
                .allMatch(pod -> pod.spec().containers().getFirst().image().endsWith(":2"));
        assertThat(pods())
                .extracting(Pod::uid)
                .doesNotContainAnyElementsOf(before.stream().map(Pod::uid).toList());
    }

    private List<Pod> pods() {
        var pods = new ArrayList<Pod>();
        client.on(Pod.PODS).listAll(ListQuery.in("default"), pods::add);
        return pods;
    }

    private static Deployment web(int replicas) {
        return web(replicas, "example.com/web:1");
    }

    private static Deployment web(int replicas, String image) {
        return Deployment.builder()
                .metadata(metadata -> metadata.namespace(WEB.namespace()).name(WEB.name()))
                .spec(spec -> spec.replicas(replicas)
                        .selector(selector -> selector.putMatchLabels("app", "web"))
                        .template(template -> template.metadata(it -> it.putLabels("app", "web"))
                                .spec(pod ->
                                        pod.addContainers(it -> it.name("web").image(image)))))
                .build();
    }
}
