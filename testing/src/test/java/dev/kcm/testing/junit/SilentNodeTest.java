package dev.kcm.testing.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.kcm.client.Client;
import dev.kcm.cluster.Cluster;
import dev.kcm.cluster.ClusterException;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.Pod;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What the author of a test sees of a node that falls silent.
@KubeCluster(managerFlags = "--controllers=node-lifecycle-controller")
class SilentNodeTest {
    private static final ObjectKey NODE = ObjectKey.of("node-1");
    private static final ObjectKey POD = ObjectKey.of("default", "here");
    private static final Duration LESS_THAN_GRACE_PERIOD = Duration.ofSeconds(40);
    private static final Duration GRACE_PERIOD = Duration.ofSeconds(50);
    private static final Duration A_PASS_AND_AN_EVICTION = Duration.ofSeconds(20);

    private final Cluster cluster;
    private final Client client;

    SilentNodeTest(Cluster cluster, Client client) {
        this.cluster = cluster;
        this.client = client;
    }

    @Test
    void it_is_unknown_and_tainted_after_the_grace_period_until_it_speaks_again() throws InterruptedException {
        client.on(Pod.PODS).create(pod());
        cluster.advance(Duration.ofMinutes(1));
        cluster.node("node-1").stop();
        cluster.advance(LESS_THAN_GRACE_PERIOD);
        assertThat(readyOfNode()).isEqualTo("Ready=True");

        cluster.advance(GRACE_PERIOD.minus(LESS_THAN_GRACE_PERIOD).plus(A_PASS_AND_AN_EVICTION));
        assertThat(readyOfNode()).isEqualTo("Ready=Unknown");
        assertThat(taints())
                .containsExactlyInAnyOrder(
                        "node.kubernetes.io/unreachable:NoSchedule", "node.kubernetes.io/unreachable:NoExecute");
        assertThat(readyOfPod()).isEqualTo("Ready=False");

        cluster.node("node-1").start();
        cluster.advance(A_PASS_AND_AN_EVICTION);
        assertThat(readyOfNode()).isEqualTo("Ready=True");
        assertThat(taints()).isEmpty();
        assertThat(readyOfPod()).isEqualTo("Ready=True");
    }

    @Test
    void to_stop_one_that_is_stopped_or_start_one_that_runs_changes_nothing() {
        cluster.node("node-1").start();
        cluster.node("node-1").stop();
        var version = node().resourceVersion();
        cluster.node("node-1").stop();

        assertThat(node().resourceVersion()).isEqualTo(version);
    }

    @Test
    void an_unknown_one_is_named() {
        var unknown = cluster.node("nod-1");

        assertThatExceptionOfType(ClusterException.class)
                .isThrownBy(unknown::stop)
                .withMessage("there is no node \"nod-1\", did you mean node-1? (kubectl get nodes names all)");
        assertThatExceptionOfType(ClusterException.class).isThrownBy(unknown::start);
    }

    private static Pod pod() {
        return Pod.builder()
                .metadata(metadata -> metadata.name(POD.name()).namespace(POD.namespace()))
                .spec(spec -> spec.nodeName("node-1")
                        .addContainers(container -> container.name("main").image("nginx")))
                .build();
    }

    private Node node() {
        return client.on(Node.NODES).get(NODE);
    }

    private List<String> taints() {
        return node().spec().taints().stream()
                .map(taint -> taint.key() + ":" + taint.effect())
                .toList();
    }

    private String readyOfNode() {
        return ready(node().status().conditions().stream()
                .map(condition -> condition.type() + "=" + condition.status())
                .toList());
    }

    private String readyOfPod() {
        return ready(client.on(Pod.PODS).get(POD).status().conditions().stream()
                .map(condition -> condition.type() + "=" + condition.status())
                .toList());
    }

    private static String ready(List<String> conditions) {
        return conditions.stream()
                .filter(text -> text.startsWith("Ready="))
                .findFirst()
                .orElse("Ready absent");
    }
}
