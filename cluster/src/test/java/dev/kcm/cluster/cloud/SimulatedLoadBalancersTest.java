package dev.kcm.cluster.cloud;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.kcm.base.VirtualClock;
import dev.kcm.model.core.v1.LoadBalancerIngress;
import dev.kcm.model.core.v1.LoadBalancerStatus;
import dev.kcm.model.core.v1.Service;
import dev.kcm.runtime.cloud.CloudException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class SimulatedLoadBalancersTest {
    private final VirtualClock clock = new VirtualClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final SimulatedLoadBalancers balancers = new SimulatedLoadBalancers(clock);

    @Test
    void each_has_addresses_of_its_own_until_it_is_deleted() {
        assertThat(ensure(service("a"))).containsExactly("198.18.0.1");
        assertThat(ensure(service("b"))).containsExactly("198.18.0.2");
        assertThat(ensure(service("a"))).containsExactly("198.18.0.1");

        balancers.delete("", service("a"));
        assertThat(balancers.find("", service("a"))).isEmpty();
        assertThat(ensure(service("c"))).containsExactly("198.18.0.1");
    }

    @Test
    void there_is_one_for_each_family() {
        var dual = service("a").withSpec(it -> it.ipFamilies(List.of("IPv6", "IPv4")));

        assertThat(ensure(dual)).containsExactly("2001:db8::1", "198.18.0.1");
    }

    @Test
    void what_a_service_asks_for_it_gets_unless_it_is_taken() {
        assertThat(ensure(service("a").withSpec(it -> it.loadBalancerIP("198.18.0.2"))))
                .containsExactly("198.18.0.2");
        assertThatExceptionOfType(CloudException.class)
                .isThrownBy(() -> ensure(service("b").withSpec(it -> it.loadBalancerIP("198.18.0.2"))))
                .withMessage("the address 198.18.0.2 is taken");
        assertThat(ensure(service("c"))).containsExactly("198.18.0.1");
        assertThat(ensure(service("d"))).containsExactly("198.18.0.3");
    }

    @Test
    void after_a_restart_a_service_keeps_its_address() {
        var before = service("a")
                .withStatus(it -> it.loadBalancer(LoadBalancerStatus.builder()
                        .addIngress(ingress -> ingress.ip("198.18.0.9"))
                        .build()));

        assertThat(balancers.find("", before)).isPresent();
        assertThat(ensure(annotated(before, "kcm.dev/load-balancer-after", "1h")))
                .containsExactly("198.18.0.9");
    }

    @Test
    void a_slow_one_says_when_to_ask_again() {
        var slow = annotated(service("a"), "kcm.dev/load-balancer-after", "30s");
        assertThatExceptionOfType(CloudException.class)
                .isThrownBy(() -> ensure(slow))
                .satisfies(it -> assertThat(it.failure().retryAfter()).contains(Duration.ofSeconds(30)));

        clock.advance(Duration.ofSeconds(30));
        assertThat(ensure(slow)).containsExactly("198.18.0.1");
    }

    @Test
    void one_that_is_to_fail_says_why() {
        var failing = annotated(service("a"), "kcm.dev/load-balancer-error", "quota exceeded");

        assertThatExceptionOfType(CloudException.class)
                .isThrownBy(() -> ensure(failing))
                .withMessage("quota exceeded");
        assertThatExceptionOfType(CloudException.class)
                .isThrownBy(() -> balancers.update("", failing, List.of()))
                .withMessage("quota exceeded");
        assertThatExceptionOfType(CloudException.class)
                .isThrownBy(() -> ensure(annotated(service("b"), "kcm.dev/load-balancer-after", "soon")))
                .withMessage("kcm.dev/load-balancer-after is no duration: soon");
    }

    private List<String> ensure(Service service) {
        return balancers.ensure("", service, List.of()).ingress().stream()
                .map(LoadBalancerIngress::ip)
                .toList();
    }

    private static Service annotated(Service service, String annotation, String value) {
        return service.withMetadata(it -> it.putAnnotations(annotation, value));
    }

    private static Service service(String uid) {
        return Service.builder().metadata(it -> it.name(uid).uid(uid)).build();
    }
}
