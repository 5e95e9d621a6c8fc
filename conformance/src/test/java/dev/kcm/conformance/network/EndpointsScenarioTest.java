package dev.kcm.conformance.network;

import static dev.kcm.testing.scenario.Actions.delete;
import static dev.kcm.testing.scenario.Actions.label;
import static dev.kcm.testing.scenario.Actions.patch;
import static dev.kcm.testing.scenario.Actions.setReady;
import static dev.kcm.testing.scenario.Builders.object;
import static dev.kcm.testing.scenario.Builders.pod;
import static dev.kcm.testing.scenario.Builders.service;
import static dev.kcm.testing.scenario.Faults.conflictOnce;
import static dev.kcm.testing.scenario.Faults.create;
import static dev.kcm.testing.scenario.Faults.forbidden;
import static dev.kcm.testing.scenario.Faults.refuse;
import static dev.kcm.testing.scenario.ObjectLocator.named;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.EndpointAddress;
import dev.kcm.model.core.v1.EndpointPort;
import dev.kcm.model.core.v1.Endpoints;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.scenario.Faults;
import dev.kcm.testing.scenario.ObjectLocator;
import dev.kcm.testing.scenario.PodBuilder;
import dev.kcm.testing.scenario.Scenario;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

@KubeScenario(controllers = "endpoints-controller")
class EndpointsScenarioTest {
    private static final ObjectLocator<Endpoints> WEB = named(Endpoints.ENDPOINTS, "web");

    @Test
    void a_service_has_its_ready_and_unready_pods(Scenario scenario) {
        scenario.given(
                        service("web").label("team", "a"),
                        member("a"),
                        member("b").unready())
                .awaitQuiet()
                .then(WEB)
                .label("team", "a")
                .label("endpoints.kubernetes.io/managed-by", "endpoint-controller")
                .satisfies(endpoints -> {
                    assertThat(ready(endpoints)).containsExactly("a");
                    assertThat(unready(endpoints)).containsExactly("b");
                })
                .when(setReady(pod("b"), true))
                .awaitQuiet()
                .then(WEB)
                .satisfies(endpoints -> assertThat(ready(endpoints)).containsExactly("a", "b"))
                .wrote("update endpoints x1");
    }

    @Test
    void a_pod_on_its_way_out_is_gone_at_once(Scenario scenario) {
        scenario.given(service("web"), member("a").annotation("kcm.dev/stop-after", "8s"), member("b"))
                .awaitQuiet()
                .when(delete(pod("a")))
                .advance(Duration.ofSeconds(4))
                .then(WEB)
                .satisfies(endpoints -> assertThat(ready(endpoints)).containsExactly("b"));
    }

    @Test
    void several_ports_stand_together(Scenario scenario) {
        scenario.given(
                        service("web")
                                .with(s -> s.withSpec(spec -> spec.addPorts(
                                                p -> p.name("https").port(443))
                                        .addPorts(p ->
                                                p.name("dns").protocol("UDP").port(53)))),
                        member("a"),
                        member("b"))
                .awaitQuiet()
                .then(WEB)
                .satisfies(endpoints -> {
                    assertThat(endpoints.subsets()).hasSize(1);
                    assertThat(endpoints.subsets().getFirst().ports())
                            .extracting(EndpointPort::name)
                            .containsExactlyInAnyOrder("http", "https", "dns");
                });
    }

    @Test
    void a_service_without_pods_has_empty_endpoints(Scenario scenario) {
        scenario.given(service("web").headless())
                .awaitQuiet()
                .then(WEB)
                .label("service.kubernetes.io/headless", "")
                .satisfies(endpoints -> assertThat(endpoints.subsets()).isEmpty())
                .wrote("create endpoints x1");
    }

    @Test
    void endpoints_made_by_hand_for_a_service_without_selector_stay(Scenario scenario) {
        scenario.given(
                        service("web").with(s -> s.withSpec(spec -> spec.selector(Map.of()))),
                        object(Endpoints.builder()
                                .metadata(m -> m.name("web"))
                                .addSubsets(subset -> subset.addAddresses(a -> a.ip("192.0.2.1"))
                                        .addPorts(p -> p.port(80)))
                                .build()),
                        member("a"))
                .awaitQuiet()
                .then(WEB)
                .has("subsets[0].addresses[0].ip", "192.0.2.1")
                .lacksLabel("endpoints.kubernetes.io/managed-by");
    }

    @Test
    void labels_and_selector_are_followed(Scenario scenario) {
        scenario.given(service("web"), member("a"), pod("b").like("other"))
                .awaitQuiet()
                .when(
                        patch(service("web"), "{\"spec\":{\"selector\":{\"app\":\"other\"}}}"),
                        label(service("web"), "team", "b"))
                .awaitQuiet()
                .then(WEB)
                .label("team", "b")
                .satisfies(endpoints -> assertThat(ready(endpoints)).containsExactly("b"));
    }

    @Test
    void deleted_endpoints_come_back_and_go_with_the_service(Scenario scenario) {
        scenario.given(service("web"), member("a"))
                .awaitQuiet()
                .when(delete(WEB))
                .awaitQuiet()
                .then(WEB)
                .satisfies(endpoints -> assertThat(ready(endpoints)).containsExactly("a"))
                .when(delete(service("web")))
                .awaitQuiet()
                .then(WEB)
                .isGone();
    }

    @Test
    void refused_writes_are_told_and_tried_again(Scenario scenario) {
        scenario.fault(refuse(create(Endpoints.ENDPOINTS)).with(forbidden("no more endpoints")));
        scenario.given(service("web"), member("a"))
                .advance(Duration.ofSeconds(5))
                .then(WEB)
                .isGone()
                .hasEvents("FailedToCreateEndpoint");

        scenario.heal().awaitQuiet().advance(Duration.ofSeconds(15));
        scenario.then(WEB).satisfies(endpoints -> assertThat(ready(endpoints)).containsExactly("a"));
    }

    @Test
    void a_conflict_does_not_matter(Scenario scenario) {
        scenario.given(service("web"), member("a")).awaitQuiet();

        scenario.fault(conflictOnce(Faults.update(Endpoints.ENDPOINTS)));
        scenario.given(member("b"))
                .awaitQuiet()
                .then(WEB)
                .satisfies(endpoints -> assertThat(ready(endpoints)).containsExactly("a", "b"));
    }

    private static PodBuilder member(String name) {
        return pod(name).like("web");
    }

    private static List<String> ready(Endpoints endpoints) {
        return endpoints.subsets().stream()
                .flatMap(subset -> subset.addresses().stream())
                .map(EndpointsScenarioTest::podName)
                .sorted()
                .toList();
    }

    private static List<String> unready(Endpoints endpoints) {
        return endpoints.subsets().stream()
                .flatMap(subset -> subset.notReadyAddresses().stream())
                .map(EndpointsScenarioTest::podName)
                .sorted()
                .toList();
    }

    private static String podName(EndpointAddress address) {
        return address.targetRef().orElseThrow().name();
    }
}
