package dev.kcm.controllers.shared.backends;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.EndpointAddress;
import dev.kcm.model.core.v1.EndpointPort;
import dev.kcm.model.core.v1.EndpointSubset;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SubsetPackingTest {
    private static final EndpointPort HTTP =
            EndpointPort.builder().name("http").port(8080).protocol("TCP").build();
    private static final EndpointPort HTTPS = EndpointPort.builder()
            .name("https")
            .port(8443)
            .protocol("TCP")
            .appProtocol("kubernetes.io/h2c")
            .build();
    private static final EndpointPort DNS =
            EndpointPort.builder().name("dns").port(53).protocol("UDP").build();

    /// The order is the one that upstream's RepackSubsets of v1.36.3 gave for the same input.
    @Test
    void subsets_and_ports_come_in_upstreams_order() {
        var one = address("10.0.0.1", "");
        var two = address("10.0.0.2", "db-0");
        var three = address("10.0.0.3", "");
        var given = List.of(
                subset(two, null, HTTP),
                subset(two, null, HTTPS),
                subset(one, null, HTTP),
                subset(null, three, HTTP),
                subset(null, three, DNS),
                subset(EndpointAddress.builder().ip("10.0.0.9").build(), null, null));

        assertThat(described(SubsetPacking.repacked(given)))
                .containsExactly("10.0.0.1,10.0.0.2|10.0.0.3|http", "10.0.0.2||https", "|10.0.0.3|dns", "10.0.0.9||");
    }

    @Test
    void a_hash_is_the_one_go_gives() {
        var subset = EndpointSubset.builder()
                .addAddresses(address("10.0.0.1", ""))
                .addAddresses(address("10.0.0.2", "db-0"))
                .addPorts(HTTP)
                .build();

        assertThat(GoDumps.hash(subset)).hasToString("5eb1ec316345e76888dd4dd9fe029e10");
        assertThat(GoDumps.hash(HTTPS)).hasToString("f39f05385df1c5146bde870d0bd7c0e6");
    }

    @Test
    void unready_anywhere_is_unready() {
        var one = address("10.0.0.1", "");

        assertThat(described(SubsetPacking.repacked(List.of(subset(one, null, HTTP), subset(null, one, HTTP)))))
                .containsExactly("|10.0.0.1|http");
    }

    private static EndpointAddress address(String ip, String hostname) {
        return EndpointAddress.builder()
                .ip(ip)
                .hostname(hostname)
                .nodeName("node-1")
                .targetRef(t ->
                        t.kind("Pod").namespace("default").name("pod-" + ip).uid("uid-1"))
                .build();
    }

    private static EndpointSubset subset(EndpointAddress ready, EndpointAddress notReady, EndpointPort port) {
        return EndpointSubset.builder()
                .addresses(Stream.ofNullable(ready).toList())
                .notReadyAddresses(Stream.ofNullable(notReady).toList())
                .ports(Stream.ofNullable(port).toList())
                .build();
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
