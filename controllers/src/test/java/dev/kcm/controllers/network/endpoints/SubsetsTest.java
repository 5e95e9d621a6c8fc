package dev.kcm.controllers.network.endpoints;

import static dev.kcm.controllers.shared.backends.Network.deleting;
import static dev.kcm.controllers.shared.backends.Network.pending;
import static dev.kcm.controllers.shared.backends.Network.ready;
import static dev.kcm.controllers.shared.backends.Network.service;
import static dev.kcm.controllers.shared.backends.Network.unready;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.EndpointAddress;
import dev.kcm.model.core.v1.EndpointPort;
import dev.kcm.model.core.v1.EndpointSubset;
import dev.kcm.model.value.IntOrString;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SubsetsTest {
    @Test
    void ready_and_unready_pods_stand_apart_and_others_not_at_all() {
        var subsets = Subsets.of(
                service("web"),
                List.of(
                        ready("b", "10.0.0.2"),
                        ready("a", "10.0.0.1"),
                        unready("c", "10.0.0.3"),
                        deleting(ready("d", "10.0.0.4")),
                        pending("e")));

        assertThat(described(subsets)).containsExactly("10.0.0.1,10.0.0.2|10.0.0.3|http");
        var address = subsets.getFirst().addresses().getFirst();
        assertThat(address.nodeName()).contains("node-1");
        assertThat(address.targetRef().orElseThrow().name()).isEqualTo("a");
    }

    @Test
    void a_service_may_show_pods_whatever_their_state() {
        var subsets = Subsets.of(
                service("web", spec -> spec.publishNotReadyAddresses(true)),
                List.of(unready("a", "10.0.0.1"), deleting(ready("b", "10.0.0.2"))));

        assertThat(described(subsets)).containsExactly("10.0.0.1,10.0.0.2||http");
    }

    @Test
    void a_headless_service_needs_no_ports_another_without_ports_has_no_endpoints() {
        var pods = List.of(ready("a", "10.0.0.1"));

        assertThat(described(Subsets.of(service("web", s -> s.clusterIP("None").ports(List.of())), pods)))
                .containsExactly("10.0.0.1||");
        assertThat(Subsets.of(service("web", s -> s.ports(List.of())), pods)).isEmpty();
    }

    @Test
    void a_pod_without_the_named_port_is_left_out() {
        var without = ready("a", "10.0.0.1").withSpec(spec -> spec.containers(List.of()));

        assertThat(Subsets.of(service("web"), List.of(without))).isEmpty();
    }

    @Test
    void addresses_are_of_the_services_first_family() {
        var service = service("web", spec -> spec.ipFamilies(List.of("IPv6", "IPv4")));
        var pods = List.of(ready("a", "10.0.0.1", "fd00::1"), ready("b", "10.0.0.2"));

        assertThat(described(Subsets.of(service, pods))).containsExactly("fd00::1||http");
    }

    @Test
    void pods_with_the_same_ports_share_a_subset() {
        var service = service(
                "web",
                spec -> spec.addPorts(
                        p -> p.name("metrics").port(90).protocol("TCP").targetPort(IntOrString.of(9090))));
        var without = ready("b", "10.0.0.2").withSpec(spec -> spec.containers(List.of()));

        assertThat(described(Subsets.of(service, List.of(ready("a", "10.0.0.1"), without))))
                .containsExactlyInAnyOrder("10.0.0.1||http", "10.0.0.1,10.0.0.2||metrics");
    }

    private static List<String> described(List<EndpointSubset> subsets) {
        return subsets.stream()
                .map(subset -> "%s|%s|%s"
                        .formatted(
                                ips(subset.addresses()),
                                ips(subset.notReadyAddresses()),
                                subset.ports().stream().map(EndpointPort::name).collect(Collectors.joining(","))))
                .toList();
    }

    private static String ips(List<EndpointAddress> addresses) {
        return addresses.stream().map(EndpointAddress::ip).collect(Collectors.joining(","));
    }
}
