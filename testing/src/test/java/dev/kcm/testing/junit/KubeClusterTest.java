package dev.kcm.testing.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.kcm.client.Client;
import dev.kcm.client.ListQuery;
import dev.kcm.cluster.Cluster;
import dev.kcm.model.core.v1.Node;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

@KubeCluster(nodes = 2, managerFlags = "--controllers=namespace-controller")
class KubeClusterTest {
    private final Cluster cluster;

    KubeClusterTest(Cluster cluster) {
        this.cluster = cluster;
    }

    @Test
    void constructor_and_method_get_the_same_cluster(Cluster again, Client client) {
        assertThat(again).isSameAs(cluster);
        assertThat(cluster.controllerNames()).containsExactly("namespace-controller");
        assertThat(nodes(client)).containsExactly("node-1", "node-2");
    }

    @Test
    @KubeCluster(nodes = 1, served = true, managerFlags = "--controllers=")
    void the_annotation_of_a_method_wins(Client client) {
        assertThat(nodes(client)).containsExactly("node-1");
        assertThat(cluster.url()).isPresent();
    }

    @Test
    void time_is_virtual_unless_a_test_wants_the_real_one() throws InterruptedException {
        cluster.advance(Duration.ofHours(1));
        assertThat(cluster.url()).isEmpty();
    }

    @Test
    @KubeCluster(nodes = 0, virtualTime = false, managerFlags = "--controllers=")
    void real_time_cannot_be_advanced() {
        assertThatIllegalStateException()
                .isThrownBy(() -> cluster.advance(Duration.ofHours(1)))
                .withMessageContaining("real clock");
    }

    private static List<String> nodes(Client client) {
        var names = new ArrayList<String>();
        client.on(Node.NODES).listAll(ListQuery.everything(), node -> names.add(node.name()));
        return names;
    }
}
