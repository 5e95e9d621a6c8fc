package dev.kcm.conformance.network;

import static dev.kcm.conformance.network.Slices.addresses;
import static dev.kcm.conformance.network.Slices.endpoints;
import static dev.kcm.conformance.network.Slices.slicesOf;
import static dev.kcm.testing.scenario.Actions.annotate;
import static dev.kcm.testing.scenario.Actions.delete;
import static dev.kcm.testing.scenario.Actions.label;
import static dev.kcm.testing.scenario.Actions.patch;
import static dev.kcm.testing.scenario.Actions.unlabel;
import static dev.kcm.testing.scenario.Actions.update;
import static dev.kcm.testing.scenario.Builders.object;
import static dev.kcm.testing.scenario.Builders.service;
import static dev.kcm.testing.scenario.Faults.conflictOnce;
import static dev.kcm.testing.scenario.Faults.create;
import static dev.kcm.testing.scenario.Faults.dropWatch;
import static dev.kcm.testing.scenario.Faults.forbidden;
import static dev.kcm.testing.scenario.Faults.refuse;
import static dev.kcm.testing.scenario.Locators.anyOf;
import static dev.kcm.testing.scenario.ObjectLocator.named;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.OwnerReferences;
import dev.kcm.model.core.v1.EndpointAddress;
import dev.kcm.model.core.v1.EndpointPort;
import dev.kcm.model.core.v1.EndpointSubset;
import dev.kcm.model.core.v1.Endpoints;
import dev.kcm.model.discovery.v1.EndpointSlice;
import dev.kcm.testing.junit.EmbeddedOnly;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.scenario.Action;
import dev.kcm.testing.scenario.AnyObjectBuilder;
import dev.kcm.testing.scenario.Faults;
import dev.kcm.testing.scenario.ObjectLocator;
import dev.kcm.testing.scenario.Scenario;
import dev.kcm.testing.scenario.ServiceBuilder;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

@KubeScenario(controllers = "endpointslice-mirroring-controller")
class EndpointSliceMirroringScenarioTest {
    private static final ObjectLocator<Endpoints> WEB = named(Endpoints.ENDPOINTS, "web");

    @Test
    void endpoints_made_by_hand_are_mirrored(Scenario scenario) {
        scenario.given(
                        unselecting(),
                        web(subset("192.0.2.1", "192.0.2.2", http()))
                                .label("team", "a")
                                .annotation("note", "by hand"))
                .awaitQuiet()
                .then(slicesOf("web"))
                .count(1)
                .satisfy(slices -> assertThat(addresses(slices))
                        .containsExactly("IPv4 http 192.0.2.1 ready", "IPv4 http 192.0.2.2 unready"))
                .each(slice -> {
                    assertThat(slice.metadata().generateName()).isEqualTo("web-");
                    assertThat(slice.labels())
                            .containsEntry("team", "a")
                            .containsEntry(
                                    "endpointslice.kubernetes.io/managed-by",
                                    "endpointslicemirroring-controller.k8s.io");
                    assertThat(slice.annotations()).isEqualTo(Map.of("note", "by hand"));
                    assertThat(OwnerReferences.controllerOf(slice).orElseThrow().kind())
                            .isEqualTo("Endpoints");
                })
                .wrote("create endpointslices x1")
                .when(change(subset("192.0.2.1 192.0.2.2", "", http())))
                .awaitQuiet()
                .then(slicesOf("web"))
                .satisfy(slices -> assertThat(addresses(slices))
                        .containsExactly("IPv4 http 192.0.2.1 ready", "IPv4 http 192.0.2.2 ready"))
                .wrote("update endpointslices x1");
    }

    @Test
    void what_an_address_says_besides_is_mirrored(Scenario scenario) {
        scenario.given(
                        unselecting(),
                        web(EndpointSubset.builder()
                                .addAddresses(a -> a.ip("192.0.2.1")
                                        .hostname("first")
                                        .nodeName("far-away")
                                        .targetRef(t -> t.kind("Pod").name("a")))
                                .addPorts(p -> p.name("http").port(80).appProtocol("https"))
                                .build()))
                .awaitQuiet()
                .then(slicesOf("web"))
                .allHave("endpoints[0].hostname", "first")
                .allHave("endpoints[0].nodeName", "far-away")
                .allHave("endpoints[0].targetRef.name", "a")
                .allHave("ports[0].appProtocol", "https");
    }

    @Test
    void each_family_and_set_of_ports_has_a_slice(Scenario scenario) {
        scenario.given(
                        unselecting(),
                        web(
                                subset("192.0.2.1 2001:db8::1", "", http()),
                                subset("192.0.2.2", "", http(), metrics()),
                                subset("192.0.2.9", "")))
                .awaitQuiet()
                .then(slicesOf("web"))
                .count(4)
                .satisfy(slices -> assertThat(addresses(slices))
                        .containsExactly(
                                "IPv4  192.0.2.9 ready",
                                "IPv4 http 192.0.2.1 ready",
                                "IPv4 http 192.0.2.2 ready",
                                "IPv4 metrics 192.0.2.2 ready",
                                "IPv6 http 2001:db8::1 ready"))
                .wrote("create endpointslices x4");
    }

    @Test
    void one_address_in_several_subsets_is_one_endpoint(Scenario scenario) {
        scenario.given(unselecting(), web(subset("192.0.2.1", "", http()), subset("192.0.2.1", "", metrics())))
                .awaitQuiet()
                .then(slicesOf("web"))
                .count(1)
                .satisfy(slices -> assertThat(addresses(slices)).containsExactly("IPv4 http,metrics 192.0.2.1 ready"));
    }

    @Test
    void labels_and_annotations_follow(Scenario scenario) {
        scenario.given(unselecting(), web(subset("192.0.2.1", "", http())).label("team", "a"))
                .awaitQuiet()
                .when(
                        label(WEB, "team", "b"),
                        annotate(WEB, "note", "new"),
                        annotate(WEB, "endpoints.kubernetes.io/last-change-trigger-time", "2026-01-01T00:00:00Z"))
                .awaitQuiet()
                .then(slicesOf("web"))
                .count(1)
                .each(slice -> {
                    assertThat(slice.labels()).containsEntry("team", "b");
                    assertThat(slice.annotations()).isEqualTo(Map.of("note", "new"));
                })
                .wrote("update endpointslices x1..2");
    }

    @Test
    void other_ports_take_over_the_slice(Scenario scenario) {
        scenario.given(unselecting(), web(subset("192.0.2.1", "", http())))
                .awaitQuiet()
                .when(change(subset("192.0.2.1", "", metrics())))
                .awaitQuiet()
                .then(slicesOf("web"))
                .count(1)
                .satisfy(slices -> assertThat(addresses(slices)).containsExactly("IPv4 metrics 192.0.2.1 ready"))
                .wrote("update endpointslices x1")
                .when(change())
                .awaitQuiet()
                .then(slicesOf("web"))
                .none()
                .wrote("delete endpointslices x1");
    }

    @Test
    void whoever_keeps_slices_himself_may_say_so(Scenario scenario) {
        scenario.given(unselecting(), web(subset("192.0.2.1", "", http())))
                .awaitQuiet()
                .when(label(WEB, "endpointslice.kubernetes.io/skip-mirror", "true"))
                .awaitQuiet()
                .then(slicesOf("web"))
                .none()
                .when(unlabel(WEB, "endpointslice.kubernetes.io/skip-mirror"))
                .awaitQuiet()
                .then(slicesOf("web"))
                .count(1);
    }

    @Test
    void a_lock_is_not_mirrored(Scenario scenario) {
        scenario.given(
                        unselecting(),
                        web(subset("192.0.2.1", "", http()))
                                .annotation("control-plane.alpha.kubernetes.io/leader", "{}"))
                .awaitQuiet()
                .then(slicesOf("web"))
                .none();
    }

    @Test
    void a_service_that_selects_pods_is_left_to_others(Scenario scenario) {
        scenario.given(unselecting(), web(subset("192.0.2.1", "", http())))
                .awaitQuiet()
                .when(patch(service("web"), "{\"spec\":{\"selector\":{\"app\":\"web\"}}}"))
                .awaitQuiet()
                .then(slicesOf("web"))
                .none()
                .when(patch(service("web"), "{\"spec\":{\"selector\":null}}"))
                .awaitQuiet()
                .then(slicesOf("web"))
                .count(1);
    }

    @Test
    void slices_go_with_the_endpoints_and_come_back_with_them(Scenario scenario) {
        scenario.given(unselecting(), web(subset("192.0.2.1", "", http())))
                .awaitQuiet()
                .when(delete(WEB))
                .awaitQuiet()
                .then(slicesOf("web"))
                .none()
                .given(web(subset("192.0.2.2", "", http())))
                .awaitQuiet()
                .then(slicesOf("web"))
                .satisfy(slices -> assertThat(addresses(slices)).containsExactly("IPv4 http 192.0.2.2 ready"));
    }

    @Test
    void endpoints_made_anew_at_once_own_their_slices(Scenario scenario) {
        scenario.given(unselecting(), web(subset("192.0.2.1", "", http())))
                .awaitQuiet()
                .when(delete(WEB))
                .given(web(subset("192.0.2.1", "", http())))
                .awaitQuiet()
                .then(slicesOf("web"))
                .count(1)
                .each(slice -> assertThat(OwnerReferences.controllerUidOf(slice))
                        .contains(scenario.find(WEB).orElseThrow().uid()));
    }

    @Test
    void endpoints_wait_for_their_service(Scenario scenario) {
        scenario.given(web(subset("192.0.2.1", "", http())))
                .awaitQuiet()
                .then(slicesOf("web"))
                .none()
                .given(unselecting())
                .awaitQuiet()
                .then(slicesOf("web"))
                .count(1)
                .when(delete(service("web")))
                .awaitQuiet()
                .then(slicesOf("web"))
                .none();
    }

    @Test
    void a_slice_has_room_for_a_thousand(Scenario scenario) {
        scenario.given(unselecting(), web(subset(many("192.0.", 900), many("198.51.", 105), http())))
                .awaitQuiet()
                .then(slicesOf("web"))
                .count(1)
                .satisfy(slices -> {
                    assertThat(endpoints(slices)).hasSize(1000);
                    assertThat(addresses(slices))
                            .filteredOn(a -> a.endsWith(" ready"))
                            .hasSize(900);
                })
                .then(WEB)
                .hasEvents("TooManyAddressesToMirror");
    }

    @Test
    @EmbeddedOnly("a real API server has refused such Endpoints for long")
    void what_is_no_address_is_left_out(Scenario scenario) {
        scenario.given(unselecting(), web(subset("192.0.2.1 nowhere 192.0.2.300", "", http())))
                .awaitQuiet()
                .then(slicesOf("web"))
                .satisfy(slices -> assertThat(addresses(slices)).containsExactly("IPv4 http 192.0.2.1 ready"))
                .then(WEB)
                .hasEvents("InvalidIPAddress");
    }

    @Test
    void slices_that_somebody_deletes_or_edits_come_back(Scenario scenario) {
        scenario.given(unselecting(), web(subset("192.0.2.1 192.0.2.2", "", http())))
                .awaitQuiet()
                .when(delete(anyOf(slicesOf("web"))))
                .awaitQuiet()
                .then(slicesOf("web"))
                .satisfy(slices -> assertThat(endpoints(slices)).hasSize(2))
                .when(update(
                        anyOf(slicesOf("web")),
                        slice -> slice.withEndpoints(slice.endpoints().subList(0, 1))
                                .withMetadata(m -> m.putAnnotations("not", "ours"))))
                .awaitQuiet()
                .then(slicesOf("web"))
                .count(1)
                .each(slice -> assertThat(slice.annotations()).isEmpty())
                .satisfy(slices -> assertThat(endpoints(slices)).hasSize(2));
    }

    @Test
    void slices_of_others_stay_and_ones_too_many_go(Scenario scenario) {
        scenario.given(unselecting(), web(subset("192.0.2.1", "", http())))
                .awaitQuiet()
                .given(
                        slice("by-hand", "me.example.com"),
                        slice("too-many", "endpointslicemirroring-controller.k8s.io"))
                .awaitQuiet()
                .then(slicesOf("web"))
                .count(2)
                .satisfy(slices -> assertThat(addresses(slices))
                        .containsExactly("IPv4 http 192.0.2.1 ready", "IPv4 other 192.0.2.9 ready"))
                .wrote("delete endpointslices x1");
    }

    @Test
    void a_refused_slice_is_tried_again(Scenario scenario) {
        scenario.fault(refuse(create(EndpointSlice.ENDPOINT_SLICES)).with(forbidden("no more slices")));
        scenario.given(unselecting(), web(subset("192.0.2.1", "", http())))
                .advance(Duration.ofSeconds(5))
                .then(slicesOf("web"))
                .none();

        scenario.heal().awaitQuiet().advance(Duration.ofSeconds(15));
        scenario.then(slicesOf("web")).count(1);
    }

    @Test
    void conflicts_lost_watches_and_a_crash_do_not_matter(Scenario scenario) {
        scenario.given(unselecting(), web(subset("192.0.2.1", "", http()))).awaitQuiet();

        scenario.fault(
                conflictOnce(Faults.update(EndpointSlice.ENDPOINT_SLICES)),
                dropWatch(Endpoints.ENDPOINTS),
                dropWatch(EndpointSlice.ENDPOINT_SLICES));
        scenario.when(change(subset("192.0.2.1 192.0.2.2", "", http())))
                .awaitQuiet()
                .advance(Duration.ofSeconds(5));
        scenario.crashAfterWrite(1);
        scenario.when(change(subset("192.0.2.3", "", http()), subset("2001:db8::1", "", http())))
                .awaitQuiet()
                .advance(Duration.ofSeconds(5))
                .then(slicesOf("web"))
                .satisfy(slices -> assertThat(addresses(slices))
                        .containsExactly("IPv4 http 192.0.2.3 ready", "IPv6 http 2001:db8::1 ready"));
    }

    private static ServiceBuilder unselecting() {
        return service("web").with(s -> s.withSpec(spec -> spec.selector(Map.of())));
    }

    private static AnyObjectBuilder<Endpoints> web(EndpointSubset... subsets) {
        return object(Endpoints.builder()
                .metadata(m -> m.name("web"))
                .subsets(List.of(subsets))
                .build());
    }

    private static Action change(EndpointSubset... subsets) {
        return update(WEB, endpoints -> endpoints.withSubsets(List.of(subsets)));
    }

    private static AnyObjectBuilder<EndpointSlice> slice(String name, String manager) {
        return object(EndpointSlice.builder()
                        .metadata(m -> m.name(name))
                        .addressType("IPv4")
                        .addPorts(p -> p.name("other").port(99).protocol("TCP"))
                        .addEndpoints(e -> e.addAddresses("192.0.2.9").conditions(c -> c.ready(true)))
                        .build())
                .label("kubernetes.io/service-name", "web")
                .label("endpointslice.kubernetes.io/managed-by", manager);
    }

    /// Addresses are parted by spaces.
    private static EndpointSubset subset(String ready, String unready, EndpointPort... ports) {
        return EndpointSubset.builder()
                .addresses(ips(ready))
                .notReadyAddresses(ips(unready))
                .ports(List.of(ports))
                .build();
    }

    private static List<EndpointAddress> ips(String text) {
        return Arrays.stream(text.split(" "))
                .filter(ip -> !ip.isEmpty())
                .map(ip -> EndpointAddress.builder().ip(ip).build())
                .toList();
    }

    private static String many(String prefix, int count) {
        return String.join(
                " ",
                IntStream.range(0, count)
                        .mapToObj(at -> "%s%d.%d".formatted(prefix, at / 250, at % 250 + 1))
                        .toList());
    }

    private static EndpointPort http() {
        return EndpointPort.builder().name("http").port(80).build();
    }

    private static EndpointPort metrics() {
        return EndpointPort.builder().name("metrics").port(9090).build();
    }
}
