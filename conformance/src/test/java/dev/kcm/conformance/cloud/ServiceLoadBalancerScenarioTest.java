package dev.kcm.conformance.cloud;

import static dev.kcm.testing.scenario.Actions.delete;
import static dev.kcm.testing.scenario.Actions.label;
import static dev.kcm.testing.scenario.Actions.patch;
import static dev.kcm.testing.scenario.Actions.unannotate;
import static dev.kcm.testing.scenario.Builders.node;
import static dev.kcm.testing.scenario.Builders.service;
import static dev.kcm.testing.scenario.Faults.conflictOnce;
import static dev.kcm.testing.scenario.Faults.forbidden;
import static dev.kcm.testing.scenario.Faults.patchStatus;
import static dev.kcm.testing.scenario.Faults.refuse;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.LoadBalancerIngress;
import dev.kcm.model.core.v1.Service;
import dev.kcm.testing.junit.EmbeddedOnly;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.scenario.Scenario;
import dev.kcm.testing.scenario.ServiceBuilder;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

@KubeScenario(controllers = "service-lb-controller")
class ServiceLoadBalancerScenarioTest {
    private static final String FINALIZER = "service.kubernetes.io/load-balancer-cleanup";
    private static final String AFTER = "kcm.dev/load-balancer-after";
    private static final String ERROR = "kcm.dev/load-balancer-error";

    @Test
    @EmbeddedOnly(Clouds.NEEDS_CLOUD)
    void a_service_gets_an_address_and_a_finalizer(Scenario scenario) {
        scenario.given(balanced("web"))
                .awaitQuiet()
                .then(service("web"))
                .satisfies(it -> {
                    assertThat(addresses(it)).containsExactly("198.18.0.1");
                    assertThat(it.metadata().finalizers()).containsExactly(FINALIZER);
                })
                .hasEvents("EnsuringLoadBalancer", "EnsuredLoadBalancer")
                .wrote("patch services/status x2");
    }

    @Test
    @EmbeddedOnly(Clouds.NEEDS_CLOUD)
    void each_has_an_address_of_its_own(Scenario scenario) {
        scenario.given(balanced("web").with(it -> it.withSpec(spec -> spec.loadBalancerIP("198.18.0.77"))))
                .awaitQuiet()
                .given(balanced("api"))
                .awaitQuiet()
                .then(service("web"))
                .satisfies(it -> assertThat(addresses(it)).containsExactly("198.18.0.77"))
                .then(service("api"))
                .satisfies(it -> assertThat(addresses(it)).containsExactly("198.18.0.1"));
    }

    @Test
    @EmbeddedOnly(Clouds.NEEDS_CLOUD)
    void others_are_left_alone(Scenario scenario) {
        scenario.given(
                        service("inside"),
                        balanced("classy").with(it -> it.withSpec(spec -> spec.loadBalancerClass("example.com/own"))))
                .awaitQuiet()
                .then(service("inside"))
                .satisfies(it -> assertThat(it.metadata().finalizers()).isEmpty())
                .then(service("classy"))
                .satisfies(it -> assertThat(it.metadata().finalizers()).isEmpty())
                .wrote();
    }

    @Test
    @EmbeddedOnly(Clouds.NEEDS_CLOUD)
    void a_service_that_wants_none_any_more_loses_it(Scenario scenario) {
        scenario.given(balanced("web"))
                .awaitQuiet()
                .when(patch(service("web"), "{\"spec\":{\"type\":\"ClusterIP\"}}"))
                .awaitQuiet()
                .then(service("web"))
                .satisfies(it -> {
                    assertThat(addresses(it)).isEmpty();
                    assertThat(it.metadata().finalizers()).isEmpty();
                })
                .hasEvents("DeletingLoadBalancer", "DeletedLoadBalancer")
                .wrote("patch services/status x1");
    }

    @Test
    @EmbeddedOnly(Clouds.NEEDS_CLOUD)
    void a_deleted_service_goes_when_its_balancer_is_gone(Scenario scenario) {
        scenario.given(balanced("web"))
                .awaitQuiet()
                .when(delete(service("web")))
                .awaitQuiet()
                .then(service("web"))
                .isGone();

        scenario.given(balanced("next"))
                .awaitQuiet()
                .then(service("next"))
                .satisfies(it -> assertThat(addresses(it))
                        .as("the address is free again")
                        .containsExactly("198.18.0.1"));
    }

    @Test
    @EmbeddedOnly(Clouds.NEEDS_CLOUD)
    void a_slow_cloud_is_asked_again_when_it_says_so(Scenario scenario) {
        scenario.given(balanced("web").annotation(AFTER, "20s"))
                .advance(Duration.ofSeconds(10))
                .then(service("web"))
                .satisfies(it -> assertThat(addresses(it)).isEmpty())
                .hasEvents("EnsuringLoadBalancer", "SyncLoadBalancerFailed");

        scenario.advance(Duration.ofSeconds(12))
                .awaitQuiet()
                .then(service("web"))
                .satisfies(it -> assertThat(addresses(it)).containsExactly("198.18.0.1"))
                .hasEvents("EnsuredLoadBalancer");
    }

    @Test
    @EmbeddedOnly(Clouds.NEEDS_CLOUD)
    void a_cloud_that_refuses_is_told_of_and_asked_again(Scenario scenario) {
        scenario.given(balanced("web").annotation(ERROR, "quota exceeded"))
                .advance(Duration.ofSeconds(12))
                .then(service("web"))
                .satisfies(it -> assertThat(addresses(it)).isEmpty())
                .hasEvents("SyncLoadBalancerFailed");

        scenario.when(unannotate(service("web"), ERROR))
                .awaitQuiet()
                .then(service("web"))
                .satisfies(it -> assertThat(addresses(it)).containsExactly("198.18.0.1"));
    }

    @Test
    @EmbeddedOnly(Clouds.NEEDS_CLOUD)
    void balancers_are_told_of_nodes_that_come_and_go(Scenario scenario) {
        scenario.given(balanced("web"))
                .awaitQuiet()
                .then(service("web"))
                .hasNoEvents("UpdatedLoadBalancer")
                .given(node("kcm-more"))
                .awaitQuiet()
                .then(service("web"))
                .hasEvents("UpdatedLoadBalancer")
                .wrote();
    }

    @Test
    @EmbeddedOnly(Clouds.NEEDS_CLOUD)
    void without_nodes_users_are_warned(Scenario scenario) {
        var exclude = "node.kubernetes.io/exclude-from-external-load-balancers";
        scenario.given(balanced("web"))
                .awaitQuiet()
                .when(
                        label(node("node-1"), exclude, "true"),
                        label(node("node-2"), exclude, ""),
                        label(node("node-3"), exclude, "yes"))
                .awaitQuiet()
                .then(service("web"))
                .hasEvents("UnAvailableLoadBalancer");
    }

    @Test
    @EmbeddedOnly(Clouds.NEEDS_CLOUD)
    void a_conflict_delays_it_only(Scenario scenario) {
        scenario.fault(conflictOnce(patchStatus(Service.SERVICES)))
                .given(balanced("web"))
                .advance(Duration.ofSeconds(8))
                .then(service("web"))
                .satisfies(it -> assertThat(addresses(it)).containsExactly("198.18.0.1"));
    }

    @Test
    @EmbeddedOnly(Clouds.NEEDS_CLOUD)
    void nothing_is_made_while_the_finalizer_is_refused(Scenario scenario) {
        scenario.fault(refuse(patchStatus(Service.SERVICES)).with(forbidden("not now")))
                .given(balanced("web"))
                .awaitQuiet()
                .then(service("web"))
                .hasEvents("SyncLoadBalancerFailed")
                .hasNoEvents("EnsuringLoadBalancer");

        scenario.heal();
        scenario.advance(Duration.ofSeconds(12))
                .awaitQuiet()
                .then(service("web"))
                .satisfies(it -> assertThat(addresses(it)).containsExactly("198.18.0.1"));
    }

    @Test
    @EmbeddedOnly(Clouds.NEEDS_CLOUD)
    void a_new_process_finishes_what_the_last_one_began(Scenario scenario) {
        scenario.crashAfterWrite(1);
        scenario.given(balanced("web"))
                .awaitQuiet()
                .then(service("web"))
                .satisfies(it -> assertThat(addresses(it)).containsExactly("198.18.0.1"));

        scenario.crashAfterWrite(1);
        scenario.when(delete(service("web"))).awaitQuiet().then(service("web")).isGone();
    }

    @Test
    @EmbeddedOnly(Clouds.NEEDS_CLOUD)
    void a_standby_takes_over(Scenario scenario) {
        scenario.given(balanced("web")).awaitQuiet();
        scenario.failover();
        scenario.when(delete(service("web"))).awaitQuiet().then(service("web")).isGone();
    }

    private static ServiceBuilder balanced(String name) {
        return service(name).with(it -> it.withSpec(spec -> spec.type("LoadBalancer")));
    }

    private static List<String> addresses(Service service) {
        return service.status().loadBalancer().ingress().stream()
                .map(LoadBalancerIngress::ip)
                .toList();
    }
}
