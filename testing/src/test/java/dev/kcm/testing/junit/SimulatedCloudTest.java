package dev.kcm.testing.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.kcm.client.Client;
import dev.kcm.client.DeleteOptions;
import dev.kcm.cluster.Cluster;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.LoadBalancerIngress;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.Service;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What the author of a test sees of the cloud; controllers act as their own accounts, with upstream's roles.
@KubeCluster(
        managerFlags = {
            "--controllers=service-lb-controller,cloud-node-lifecycle-controller,node-lifecycle-controller,node-route-controller",
            "--cluster-cidr=10.244.0.0/16"
        })
class SimulatedCloudTest {
    private static final ObjectKey WEB = ObjectKey.of("default", "web");
    private static final ObjectKey NODE = ObjectKey.of("node-1");

    private final Cluster cluster;
    private final Client client;

    SimulatedCloudTest(Cluster cluster, Client client) {
        this.cluster = cluster;
        this.client = client;
    }

    @Test
    void a_service_of_type_load_balancer_gets_an_address_and_goes_when_it_is_deleted() throws InterruptedException {
        client.on(Service.SERVICES).create(web(Map.of()));
        cluster.advance(Duration.ofSeconds(1));
        assertThat(addresses()).containsExactly("198.18.0.1");
        assertThat(cluster.explain("service", "default", "web"))
                .contains("service-lb-controller: its load balancer fits");

        client.on(Service.SERVICES).delete(WEB, DeleteOptions.plain());
        cluster.advance(Duration.ofSeconds(1));
        assertGone(() -> client.on(Service.SERVICES).get(WEB));
    }

    @Test
    void why_tells_what_the_cloud_said() throws InterruptedException {
        client.on(Service.SERVICES).create(web(Map.of("kcm.dev/load-balancer-error", "quota exceeded")));
        cluster.advance(Duration.ofSeconds(1));

        assertThat(addresses()).isEmpty();
        assertThat(cluster.explain("service", "default", "web"))
                .contains("Error syncing load balancer: failed to ensure load balancer: quota exceeded");
    }

    @Test
    void a_slow_one_comes_later() throws InterruptedException {
        client.on(Service.SERVICES).create(web(Map.of("kcm.dev/load-balancer-after", "30s")));
        cluster.advance(Duration.ofSeconds(28));
        assertThat(addresses()).isEmpty();

        cluster.advance(Duration.ofSeconds(5));
        assertThat(addresses()).containsExactly("198.18.0.1");
    }

    @Test
    void nodes_say_which_machine_they_are() throws InterruptedException {
        client.on(Node.NODES)
                .create(Node.builder().metadata(it -> it.name("own-2")).build());
        cluster.advance(Duration.ofSeconds(1));

        for (var name : List.of("node-2", "own-2")) {
            var node = client.on(Node.NODES).get(ObjectKey.of(name));
            assertThat(node.spec().providerID()).isEqualTo("kcm://" + name);
            assertThat(node.labels())
                    .containsEntry("topology.kubernetes.io/zone", "zone-b")
                    .containsEntry("topology.kubernetes.io/region", "here")
                    .containsEntry("node.kubernetes.io/instance-type", "simulated");
            assertThat(node.status().addresses()).isNotEmpty();
        }
    }

    @Test
    void the_node_of_a_deleted_machine_goes() throws InterruptedException {
        cluster.node("node-1").destroy();
        cluster.advance(Duration.ofSeconds(30));
        assertThat(client.on(Node.NODES).get(NODE).name()).isEqualTo("node-1");

        cluster.advance(Duration.ofSeconds(60));
        assertGone(() -> client.on(Node.NODES).get(NODE));
    }

    @Test
    void a_node_with_a_range_of_addresses_has_a_route() throws InterruptedException {
        client.on(Node.NODES)
                .create(Node.builder()
                        .metadata(it -> it.name("routed"))
                        .spec(it -> it.podCIDR("10.244.1.0/24").podCIDRs(List.of("10.244.1.0/24")))
                        .build());
        cluster.advance(Duration.ofSeconds(11));

        assertThat(client.on(Node.NODES).get(ObjectKey.of("routed")).status().conditions())
                .anyMatch(condition -> condition.type().equals("NetworkUnavailable")
                        && condition.status().equals("False"));
    }

    private List<String> addresses() {
        return client.on(Service.SERVICES).get(WEB).status().loadBalancer().ingress().stream()
                .map(LoadBalancerIngress::ip)
                .toList();
    }

    private static void assertGone(Runnable read) {
        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(read::run)
                .satisfies(refused -> assertThat(refused.failure()).isInstanceOf(ApiFailure.NotFound.class));
    }

    private static Service web(Map<String, String> annotations) {
        return Service.builder()
                .metadata(it -> it.namespace(WEB.namespace()).name(WEB.name()).annotations(annotations))
                .spec(it -> it.type("LoadBalancer").putSelector("app", "web").addPorts(port -> port.port(80)))
                .build();
    }
}
