package dev.kcm.cluster.housekeeping;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.client.Client;
import dev.kcm.client.DeleteOptions;
import dev.kcm.client.ListQuery;
import dev.kcm.cluster.Cluster;
import dev.kcm.cluster.junit.KubeCluster;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

@KubeCluster(managerFlags = {"--controllers=pod-garbage-collector-controller", "--terminated-pod-gc-threshold=1"})
class PodGarbageCollectorTest {
    private final Cluster cluster;
    private final Client client;

    PodGarbageCollectorTest(Cluster cluster, Client client) {
        this.cluster = cluster;
        this.client = client;
    }

    @Test
    void pods_of_a_node_that_is_gone_go_after_a_while() throws InterruptedException {
        create("a", "node-1");
        create("b", "node-2");
        cluster.advance(Duration.ofSeconds(2));

        client.on(Node.NODES).delete(ObjectKey.of("node-1"), DeleteOptions.plain());
        cluster.advance(Duration.ofSeconds(30));
        assertThat(pods()).containsExactly("a", "b");

        cluster.advance(Duration.ofSeconds(40));
        assertThat(pods()).containsExactly("b");
    }

    @Test
    void of_ended_pods_the_newest_stay() throws InterruptedException {
        for (var name : List.of("a", "b", "c")) {
            create(name, "node-1");
            cluster.advance(Duration.ofSeconds(2));
            var pod = client.on(Pod.PODS).get(ObjectKey.of("default", name));
            client.on(Pod.PODS).updateStatus(pod.withStatus(it -> it.phase("Succeeded")));
        }
        cluster.advance(Duration.ofSeconds(30));

        assertThat(pods()).containsExactly("c");
    }

    @Test
    void a_pod_deleted_on_a_node_out_of_service_does_not_wait_for_its_kubelet() throws InterruptedException {
        create("a", "node-1");
        cluster.advance(Duration.ofSeconds(2));
        var nodes = client.on(Node.NODES);
        nodes.update(nodes.get(ObjectKey.of("node-1"))
                .withMetadata(it -> it.putAnnotations("kcm.dev/ready", "false"))
                .withSpec(spec -> spec.addTaints(taint -> taint.key("node.kubernetes.io/out-of-service")
                        .value("nodeshutdown")
                        .effect("NoExecute"))));
        cluster.advance(Duration.ofSeconds(2));
        var pods = client.on(Pod.PODS);
        pods.update(pods.get(ObjectKey.of("default", "a")).withMetadata(it -> it.addFinalizers("example.com/held")));
        pods.delete(ObjectKey.of("default", "a"), DeleteOptions.plain());
        cluster.advance(Duration.ofSeconds(30));

        assertThat(pods.get(ObjectKey.of("default", "a")).status().phase()).isEqualTo("Failed");
    }

    private void create(String name, String node) {
        client.on(Pod.PODS)
                .create(Pod.builder()
                        .metadata(it -> it.namespace("default").name(name))
                        .spec(spec -> spec.nodeName(node)
                                .addContainers(it -> it.name("main").image("example.com/a")))
                        .build());
    }

    private List<String> pods() {
        var names = new ArrayList<String>();
        client.on(Pod.PODS).listAll(ListQuery.in("default"), pod -> names.add(pod.name()));
        return names;
    }
}
