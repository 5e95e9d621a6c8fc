package dev.kcm.controllers.shared.backends;

import static dev.kcm.controllers.shared.backends.Network.pending;
import static dev.kcm.controllers.shared.backends.Network.ready;
import static dev.kcm.controllers.shared.backends.Network.service;
import static dev.kcm.controllers.shared.backends.Network.unready;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.ServicePort;
import dev.kcm.model.lean.LeanContainer;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.value.IntOrString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackendsTest {

    @Test
    void a_pod_may_serve_while_it_has_an_address_and_has_not_ended() {
        assertThat(Backends.mayServe(ready("a", "10.0.0.1"))).isTrue();
        assertThat(Backends.mayServe(unready("a", "10.0.0.1"))).isTrue();
        assertThat(Backends.mayServe(Network.deleting(ready("a", "10.0.0.1")))).isTrue();
        assertThat(Backends.mayServe(pending("a"))).isFalse();
        assertThat(Backends.mayServe(ended("Succeeded"))).isFalse();
        assertThat(Backends.mayServe(ended("Failed"))).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "8443, TCP, 8443",
        "http, TCP, 8080",
        "http, UDP, -1",
        "metrics, TCP, 9090",
        "setup, TCP, -1",
        "unknown, TCP, -1"
    })
    void ports_are_found_by_number_or_by_name_and_protocol(String target, String protocol, int expected) {
        var pod = ready("a", "10.0.0.1")
                .withSpec(spec -> spec.addInitContainers(init("setup", 7000))
                        .addInitContainers(init("metrics", 9090).withRestartPolicy("Always")));
        var port = ServicePort.builder()
                .protocol(protocol)
                .targetPort(IntOrString.parse(target))
                .build();

        assertThat(Backends.portNumber(pod, port).orElse(-1)).isEqualTo(expected);
    }

    @Test
    void containers_come_before_sidecars() {
        var pod = ready("a", "10.0.0.1")
                .withSpec(spec -> spec.addInitContainers(init("http", 1).withRestartPolicy("Always")));
        var port = ServicePort.builder()
                .protocol("TCP")
                .targetPort(IntOrString.of("http"))
                .build();

        assertThat(Backends.portNumber(pod, port)).hasValue(8080);
    }

    @ParameterizedTest
    @CsvSource({"web-0, web, web-0", "web-0, other, ''", "'', web, ''"})
    void a_hostname_counts_below_its_own_service(String hostname, String subdomain, String expected) {
        var pod =
                ready("a", "10.0.0.1").withSpec(spec -> spec.hostname(hostname).subdomain(subdomain));

        assertThat(Backends.hostname(pod, service("web")).orElse("")).isEqualTo(expected);
    }

    private static LeanPod ended(String phase) {
        return ready("a", "10.0.0.1").withStatus(status -> status.phase(phase));
    }

    private static LeanContainer init(String port, int number) {
        return LeanContainer.builder()
                .name(port)
                .addPorts(p -> p.name(port).protocol("TCP").containerPort(number))
                .build();
    }
}
