package dev.kcm.conformance.network;

import static dev.kcm.conformance.network.Slices.described;
import static dev.kcm.conformance.network.Slices.endpoints;
import static dev.kcm.conformance.network.Slices.hinted;
import static dev.kcm.conformance.network.Slices.slicesOf;
import static dev.kcm.testing.scenario.Actions.delete;
import static dev.kcm.testing.scenario.Actions.label;
import static dev.kcm.testing.scenario.Actions.patch;
import static dev.kcm.testing.scenario.Actions.scale;
import static dev.kcm.testing.scenario.Actions.setReady;
import static dev.kcm.testing.scenario.Actions.update;
import static dev.kcm.testing.scenario.Builders.node;
import static dev.kcm.testing.scenario.Builders.pod;
import static dev.kcm.testing.scenario.Builders.replicaSet;
import static dev.kcm.testing.scenario.Builders.service;
import static dev.kcm.testing.scenario.Faults.conflictOnce;
import static dev.kcm.testing.scenario.Faults.create;
import static dev.kcm.testing.scenario.Faults.dropWatch;
import static dev.kcm.testing.scenario.Faults.forbidden;
import static dev.kcm.testing.scenario.Faults.refuse;
import static dev.kcm.testing.scenario.Locators.anyOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.Node;
import dev.kcm.model.discovery.v1.EndpointPort;
import dev.kcm.model.discovery.v1.EndpointSlice;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.value.IntOrString;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.scenario.AnyObjectBuilder;
import dev.kcm.testing.scenario.Faults;
import dev.kcm.testing.scenario.PodBuilder;
import dev.kcm.testing.scenario.Scenario;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

@KubeScenario(controllers = {"endpointslice-controller", "replicaset-controller"})
class EndpointSliceScenarioTest {

    @Test
    void a_service_has_its_ready_and_unready_pods_in_a_slice(Scenario scenario) {
        scenario.given(
                        service("web").label("team", "a"),
                        member("a"),
                        member("b").unready())
                .awaitQuiet()
                .then(slicesOf("web"))
                .count(1)
                .satisfy(slices ->
                        assertThat(described(slices)).containsExactly("a true/true/false", "b false/false/false"))
                .each(slice -> {
                    assertThat(slice.addressType()).isEqualTo("IPv4");
                    assertThat(slice.labels())
                            .containsEntry("team", "a")
                            .containsEntry("endpointslice.kubernetes.io/managed-by", "endpointslice-controller.k8s.io");
                    assertThat(slice.ports()).extracting(EndpointPort::port).containsExactly(Optional.of(80));
                })
                .when(setReady(pod("b"), true))
                .awaitQuiet()
                .then(slicesOf("web"))
                .satisfy(slices ->
                        assertThat(described(slices)).containsExactly("a true/true/false", "b true/true/false"))
                .wrote("update endpointslices x1");
    }

    @Test
    void a_service_without_pods_has_an_empty_slice_that_is_used_again(Scenario scenario) {
        scenario.given(service("web"))
                .awaitQuiet()
                .then(slicesOf("web"))
                .count(1)
                .each(slice -> assertThat(slice.endpoints()).isEmpty())
                .wrote("create endpointslices x1")
                .given(member("a"))
                .awaitQuiet()
                .then(slicesOf("web"))
                .count(1)
                .satisfy(slices -> assertThat(described(slices)).hasSize(1))
                .wrote("update endpointslices x1..2")
                .when(delete(pod("a")))
                .awaitQuiet()
                .then(slicesOf("web"))
                .count(1)
                .each(slice -> assertThat(slice.endpoints()).isEmpty());
    }

    @Test
    void a_pod_on_its_way_out_serves_but_is_not_ready(Scenario scenario) {
        scenario.given(service("web"), member("a").annotation("kcm.dev/stop-after", "8s"), member("b"))
                .awaitQuiet()
                .when(delete(pod("a")))
                .advance(Duration.ofSeconds(4))
                .then(slicesOf("web"))
                .satisfy(slices -> assertThat(described(slices)).contains("a false/true/true", "b true/true/false"))
                .advance(Duration.ofSeconds(10))
                .awaitQuiet()
                .then(slicesOf("web"))
                .satisfy(slices -> assertThat(described(slices)).containsExactly("b true/true/false"));
    }

    @Test
    void a_service_may_show_pods_whatever_their_state(Scenario scenario) {
        scenario.given(
                        service("web").with(s -> s.withSpec(spec -> spec.publishNotReadyAddresses(true))),
                        member("a").unready())
                .awaitQuiet()
                .then(slicesOf("web"))
                .satisfy(slices -> assertThat(described(slices)).containsExactly("a true/false/false"));
    }

    @Test
    void a_headless_service_tells_the_names_of_its_pods(Scenario scenario) {
        scenario.given(
                        service("web").headless(),
                        member("a")
                                .with(p -> p.withSpec(
                                        spec -> spec.hostname("first").subdomain("web"))))
                .awaitQuiet()
                .then(slicesOf("web"))
                .each(slice -> {
                    assertThat(slice.labels()).containsEntry("service.kubernetes.io/headless", "");
                    assertThat(slice.endpoints().getFirst().hostname()).contains("first");
                });
    }

    @Test
    void a_service_without_selector_is_left_alone(Scenario scenario) {
        scenario.given(service("web").with(s -> s.withSpec(spec -> spec.selector(Map.of()))), member("a"))
                .awaitQuiet()
                .then(slicesOf("web"))
                .none();
    }

    @Test
    void ports_are_found_by_name_in_each_pod(Scenario scenario) {
        scenario.given(
                        service("web")
                                .with(s -> s.withSpec(spec -> spec.ports(List.of())
                                        .addPorts(p -> p.name("http").port(80).targetPort(IntOrString.of("http"))))),
                        offering(member("a"), 8080),
                        offering(member("b"), 8080),
                        offering(member("c"), 9090),
                        member("d"))
                .awaitQuiet()
                .then(slicesOf("web"))
                .count(3)
                .satisfy(slices -> assertThat(slices)
                        .extracting(slice -> slice.ports().stream()
                                        .map(p -> p.port().orElse(0))
                                        .toList()
                                + " "
                                + slice.endpoints().size())
                        .containsExactlyInAnyOrder("[8080] 2", "[9090] 1", "[] 1"));
    }

    @Test
    void labels_follow_the_service(Scenario scenario) {
        scenario.given(service("web").label("team", "a"), member("a"))
                .awaitQuiet()
                .when(label(service("web"), "team", "b"))
                .awaitQuiet()
                .then(slicesOf("web"))
                .each(slice -> assertThat(slice.labels()).containsEntry("team", "b"))
                .wrote("update endpointslices x1");
    }

    @Test
    void endpoints_follow_the_selector(Scenario scenario) {
        scenario.given(service("web"), member("a"), pod("b").like("other"))
                .awaitQuiet()
                .when(patch(service("web"), "{\"spec\":{\"selector\":{\"app\":\"other\"}}}"))
                .awaitQuiet()
                .then(slicesOf("web"))
                .count(1)
                .satisfy(slices -> assertThat(described(slices)).containsExactly("b true/true/false"))
                .when(label(pod("a"), "app", "other"))
                .awaitQuiet()
                .then(slicesOf("web"))
                .satisfy(slices -> assertThat(described(slices)).hasSize(2));
    }

    @Test
    void slices_that_somebody_deletes_or_edits_come_back(Scenario scenario) {
        scenario.given(service("web"), member("a"), member("b"))
                .awaitQuiet()
                .when(delete(anyOf(slicesOf("web"))))
                .awaitQuiet()
                .then(slicesOf("web"))
                .count(1)
                .satisfy(slices -> assertThat(described(slices)).hasSize(2))
                .when(update(
                        anyOf(slicesOf("web")),
                        slice -> slice.withEndpoints(slice.endpoints().subList(0, 1))))
                .awaitQuiet()
                .then(slicesOf("web"))
                .satisfy(slices -> assertThat(described(slices)).hasSize(2));
    }

    @Test
    void slices_hold_a_hundred_endpoints(Scenario scenario) {
        scenario.given(service("web"), replicaSet("web").replicas(120))
                .awaitQuiet()
                .then(slicesOf("web"))
                .count(2)
                .satisfy(slices -> assertThat(endpoints(slices)).hasSize(120))
                .each(slice -> assertThat(slice.endpoints()).hasSizeLessThanOrEqualTo(100))
                .when(scale(replicaSet("web"), 0))
                .awaitQuiet()
                .then(slicesOf("web"))
                .count(1)
                .each(slice -> assertThat(slice.endpoints()).isEmpty());
    }

    @Test
    void endpoints_are_meant_for_their_own_zone_and_node(Scenario scenario) {
        scenario.given(zoned("near-a", "zone-a"), zoned("near-b", "zone-b"))
                .awaitQuiet()
                .given(
                        service("web").with(s -> s.withSpec(spec -> spec.trafficDistribution("PreferSameNode"))),
                        member("a").onNode("near-a"),
                        member("b").onNode("near-b"))
                .awaitQuiet()
                .then(slicesOf("web"))
                .satisfy(slices -> assertThat(hinted(slices)).containsExactly("a zone-a near-a", "b zone-b near-b"))
                .when(patch(service("web"), "{\"spec\":{\"trafficDistribution\":\"PreferClose\"}}"))
                .awaitQuiet()
                .then(slicesOf("web"))
                .satisfy(slices -> assertThat(hinted(slices)).containsExactly("a zone-a", "b zone-b"))
                .when(patch(service("web"), "{\"spec\":{\"trafficDistribution\":null}}"))
                .awaitQuiet()
                .then(slicesOf("web"))
                .satisfy(slices -> assertThat(hinted(slices)).containsExactly("a", "b"));
    }

    @Test
    void a_service_made_anew_under_its_name_gets_slices_of_its_own(Scenario scenario) {
        scenario.given(service("web"), member("a"))
                .awaitQuiet()
                .when(delete(service("web")))
                .given(service("web").label("again", "yes"))
                .awaitQuiet()
                .then(slicesOf("web"))
                .count(1)
                .each(slice -> assertThat(slice.labels()).containsEntry("again", "yes"));
    }

    @Test
    void hints_in_proportion_need_enough_endpoints(Scenario scenario) {
        scenario.given(service("web").annotation("service.kubernetes.io/topology-mode", "Auto"), member("a"))
                .awaitQuiet()
                .then(slicesOf("web"))
                .satisfy(slices -> assertThat(hinted(slices)).containsExactly("a"))
                .then(service("web"))
                .hasEvents("TopologyAwareHintsDisabled");
    }

    @Test
    void refused_writes_are_told_and_tried_again(Scenario scenario) {
        scenario.fault(refuse(create(EndpointSlice.ENDPOINT_SLICES)).with(forbidden("no more slices")));
        scenario.given(service("web"), member("a"))
                .advance(Duration.ofSeconds(5))
                .then(slicesOf("web"))
                .none()
                .then(service("web"))
                .hasEvents("FailedToUpdateEndpointSlices");

        scenario.heal().awaitQuiet().advance(Duration.ofSeconds(10));
        scenario.then(slicesOf("web"))
                .satisfy(slices -> assertThat(described(slices)).containsExactly("a true/true/false"));
    }

    @Test
    void conflicts_and_lost_watches_do_not_matter(Scenario scenario) {
        scenario.given(service("web"), member("a")).awaitQuiet();

        scenario.fault(
                conflictOnce(Faults.update(EndpointSlice.ENDPOINT_SLICES)),
                dropWatch(LeanPod.PODS),
                dropWatch(EndpointSlice.ENDPOINT_SLICES));
        scenario.given(member("b"))
                .awaitQuiet()
                .advance(Duration.ofSeconds(5))
                .then(slicesOf("web"))
                .satisfy(slices -> assertThat(described(slices)).hasSize(2));
    }

    private static PodBuilder member(String name) {
        return pod(name).like("web");
    }

    private static PodBuilder offering(PodBuilder pod, int port) {
        return pod.with(it -> it.withSpec(it.spec()
                .withContainers(it.spec().containers().stream()
                        .map(container -> container.toBuilder()
                                .addPorts(p -> p.name("http").containerPort(port))
                                .build())
                        .toList())));
    }

    private static AnyObjectBuilder<Node> zoned(String name, String zone) {
        return node(name).label("topology.kubernetes.io/zone", zone);
    }
}
