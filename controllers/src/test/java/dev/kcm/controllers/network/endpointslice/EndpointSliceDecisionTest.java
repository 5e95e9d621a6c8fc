package dev.kcm.controllers.network.endpointslice;

import static dev.kcm.controllers.network.endpointslice.Slices.after;
import static dev.kcm.controllers.network.endpointslice.Slices.created;
import static dev.kcm.controllers.network.endpointslice.Slices.deleted;
import static dev.kcm.controllers.network.endpointslice.Slices.done;
import static dev.kcm.controllers.network.endpointslice.Slices.events;
import static dev.kcm.controllers.network.endpointslice.Slices.slice;
import static dev.kcm.controllers.network.endpointslice.Slices.snapshot;
import static dev.kcm.controllers.network.endpointslice.Slices.updated;
import static dev.kcm.controllers.shared.backends.Annotations.TRIGGER_TIME;
import static dev.kcm.controllers.shared.backends.Labels.HEADLESS;
import static dev.kcm.controllers.shared.backends.Network.CREATED;
import static dev.kcm.controllers.shared.backends.Network.NOW;
import static dev.kcm.controllers.shared.backends.Network.deleting;
import static dev.kcm.controllers.shared.backends.Network.onNode;
import static dev.kcm.controllers.shared.backends.Network.ready;
import static dev.kcm.controllers.shared.backends.Network.readySince;
import static dev.kcm.controllers.shared.backends.Network.service;
import static dev.kcm.controllers.shared.backends.Network.unready;
import static dev.kcm.controllers.shared.slices.Labels.MANAGED_BY;
import static dev.kcm.controllers.shared.slices.Labels.SERVICE_NAME;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.metrics.Metrics;
import dev.kcm.base.metrics.Sample;
import dev.kcm.model.core.v1.Service;
import dev.kcm.model.discovery.v1.Endpoint;
import dev.kcm.model.discovery.v1.EndpointPort;
import dev.kcm.model.discovery.v1.EndpointSlice;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.value.IntOrString;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EndpointSliceDecisionTest {
    private final Metrics metrics = new Metrics();
    private final EndpointSliceController reconciler = new EndpointSliceController(100, true, metrics);

    @Test
    void a_new_service_gets_a_slice_that_is_its_own() {
        var service = service("web");
        var slice = only(created(reconciler.decide(firstLook(service, ready("a", "10.0.0.1")))));

        assertThat(slice.metadata().generateName()).isEqualTo("web-");
        assertThat(slice.metadata().ownerReferences())
                .singleElement()
                .satisfies(owner -> assertThat(owner.uid()).isEqualTo(service.uid()))
                .satisfies(owner -> assertThat(owner.controller()).contains(true));
        assertThat(slice.labels()).isEqualTo(Map.of("team", "a", SERVICE_NAME, "web", MANAGED_BY, Labels.CONTROLLER));
        assertThat(slice.annotations()).isEqualTo(Map.of(TRIGGER_TIME, CREATED.toString()));
        assertThat(slice.addressType()).isEqualTo("IPv4");
        assertThat(slice.ports()).containsExactly(Slices.HTTP);
        assertThat(slice.endpoints()).singleElement().isEqualTo(expected("a", "10.0.0.1"));
    }

    @Test
    void a_service_without_pods_gets_an_empty_slice_and_keeps_it() {
        var service = service("web");
        var first = firstLook(service);
        var plan = reconciler.decide(first);

        assertThat(only(created(plan)).endpoints()).isEmpty();
        assertThat(only(created(plan)).ports()).isEmpty();
        var placeholder = only(after(first, plan, "web-"));
        assertThat(reconciler.decide(snapshot(service, List.of(), placeholder)).isNothing())
                .isTrue();
    }

    @Test
    void the_empty_slice_is_used_for_the_first_pod_and_again_after_the_last() {
        var service = service("web");
        var placeholder = only(after(firstLook(service), reconciler.decide(firstLook(service)), "web-"));

        var first = snapshot(service, List.of(ready("a", "10.0.0.1")), placeholder);
        var filled = reconciler.decide(first);
        assertThat(only(updated(filled)).name()).isEqualTo(placeholder.name());
        assertThat(only(updated(filled)).ports()).containsExactly(Slices.HTTP);

        var last = snapshot(service, List.of(), only(after(first, filled, "web-")));
        var emptied = reconciler.decide(last);
        assertThat(only(updated(emptied)).name()).isEqualTo(placeholder.name());
        assertThat(only(updated(emptied)).endpoints()).isEmpty();
        assertThat(created(emptied)).isEmpty();
        assertThat(deleted(emptied)).isEmpty();
    }

    @Test
    void conditions_distinguish_ready_serving_and_terminating() {
        var pods = List.of(
                ready("a", "10.0.0.1"),
                unready("b", "10.0.0.2"),
                deleting(ready("c", "10.0.0.3")),
                deleting(unready("d", "10.0.0.4")));

        assertThat(conditions(service("web"), pods))
                .containsExactly("true/true/false", "false/false/false", "false/true/true", "false/false/true");
        assertThat(conditions(service("web", spec -> spec.publishNotReadyAddresses(true)), pods))
                .containsExactly("true/true/false", "true/false/false", "true/true/true", "true/false/true");
    }

    @Test
    void pods_with_other_numbers_for_a_named_port_are_in_slices_of_their_own() {
        var other = ready("b", "10.0.0.2")
                .withSpec(spec -> spec.containers(List.of())
                        .addContainers(c ->
                                c.addPorts(p -> p.name("http").protocol("TCP").containerPort(9090))));
        var without = ready("c", "10.0.0.3").withSpec(spec -> spec.containers(List.of()));
        var slices = created(reconciler.decide(firstLook(service("web"), ready("a", "10.0.0.1"), other, without)));

        assertThat(slices)
                .extracting(slice ->
                        slice.ports().stream().map(p -> p.port().orElse(0)).toList())
                .containsExactly(List.of(8080), List.of(9090), List.of());
        assertThat(slices).allSatisfy(slice -> assertThat(slice.endpoints()).hasSize(1));
    }

    @Test
    void several_ports_come_in_upstreams_order() {
        var service = service(
                "web",
                spec -> spec.ports(List.of())
                        .addPorts(p -> p.name("").port(7).protocol("SCTP").targetPort(IntOrString.of(7)))
                        .addPorts(p -> p.name("https")
                                .port(443)
                                .protocol("TCP")
                                .targetPort(IntOrString.of(8443))
                                .appProtocol("kubernetes.io/h2c"))
                        .addPorts(p -> p.name("dns").port(53).protocol("UDP").targetPort(IntOrString.of(53)))
                        .addPorts(p -> p.name("http").port(80).protocol("TCP").targetPort(IntOrString.of(8080))));
        var slice = only(created(reconciler.decide(firstLook(service, ready("a", "10.0.0.1")))));

        assertThat(slice.ports())
                .extracting(EndpointPort::name)
                .containsExactly(Optional.of("http"), Optional.of("dns"), Optional.of("https"), Optional.of(""));
    }

    @Test
    void a_service_of_two_families_has_slices_of_both() {
        var service = service("web", spec -> spec.addIpFamilies("IPv6"));
        var slices = created(
                reconciler.decide(firstLook(service, ready("a", "10.0.0.1", "fd00::1"), ready("b", "10.0.0.2"))));

        assertThat(slices).extracting(EndpointSlice::addressType).containsExactly("IPv4", "IPv6");
        assertThat(slices.get(0).endpoints()).hasSize(2);
        assertThat(slices.get(1).endpoints())
                .singleElement()
                .satisfies(e -> assertThat(e.addresses()).containsExactly("fd00::1"));
    }

    @Test
    void slices_of_a_family_the_service_lost_go() {
        var service = service("web");
        var other = slice("six").withAddressType("IPv6");
        var plan = reconciler.decide(snapshot(service, List.of(ready("a", "10.0.0.1")), right(), other));

        assertThat(deleted(plan)).containsExactly("six");
        assertThat(updated(plan)).isEmpty();
    }

    @Test
    void a_headless_service_says_so_and_needs_no_ports() {
        var service = service("web", spec -> spec.clusterIP("None").ports(List.of()));
        var pod = ready("web-0", "10.0.0.1").withSpec(s -> s.hostname("web-0").subdomain("web"));
        var slice = only(created(reconciler.decide(firstLook(service, pod))));

        assertThat(slice.labels()).containsEntry(HEADLESS, "");
        assertThat(slice.ports()).isEmpty();
        assertThat(slice.endpoints().getFirst().hostname()).contains("web-0");
    }

    @Test
    void services_that_are_not_served_by_pods_are_left_alone() {
        var unselecting = service("web", spec -> spec.selector(Map.of()));
        var external = service("web", spec -> spec.type("ExternalName"));

        assertThat(reconciler.decide(Snapshot.notOurs(unselecting)).isNothing()).isTrue();
        assertThat(reconciler.decide(Snapshot.notOurs(external)).isNothing()).isTrue();
    }

    @Test
    void slices_of_an_earlier_service_of_the_name_go() {
        var service = service("web").withMetadata(m -> m.uid("uid-new"));
        var plan = reconciler.decide(snapshot(service, List.of(ready("a", "10.0.0.1")), slice("old")));

        assertThat(deleted(plan)).containsExactly("old");
        assertThat(created(plan)).hasSize(1);
    }

    @Test
    void new_labels_of_the_service_are_taken_over_but_never_ours() {
        var service =
                service("web").withMetadata(m -> m.putLabels("new", "label").putLabels(MANAGED_BY, "me"));
        var plan = reconciler.decide(snapshot(service, List.of(ready("a", "10.0.0.1")), right()));

        assertThat(only(updated(plan)).labels())
                .containsEntry("new", "label")
                .containsEntry(MANAGED_BY, Labels.CONTROLLER);
    }

    @Test
    void annotations_of_others_stay_and_the_trigger_time_goes_when_there_is_none() {
        var service = service("web");
        var before = right().withMetadata(m -> m.annotations(Map.of("mine", "1", TRIGGER_TIME, "old")));
        var pods = List.of(deleting(ready("a", "10.0.0.1")));
        var plan = reconciler.decide(snapshot(service, pods, before));

        assertThat(only(updated(plan)).annotations()).isEqualTo(Map.of("mine", "1"));
    }

    @Test
    void the_trigger_time_is_when_the_pod_changed() {
        var service = service("web");
        var known = snapshot(service, List.of(unready("a", "10.0.0.1")), right());
        var now = NOW.minusSeconds(1);
        var plan = reconciler.decide(new Snapshot(
                service,
                List.of(readySince(now, "a", "10.0.0.9")),
                known.slices(),
                known.zones(),
                known.capacity(),
                known.before()));

        assertThat(only(updated(plan)).annotations()).containsEntry(TRIGGER_TIME, now.toString());
    }

    @Test
    void a_pod_whose_node_is_not_known_is_left_out_and_users_learn_why() {
        var homeless = onNode(ready("b", "10.0.0.2"), "gone");
        var service = service("web");
        var plan = reconciler.decide(snapshot(service, List.of(ready("a", "10.0.0.1"), homeless), right()));

        assertThat(created(plan)).isEmpty();
        assertThat(updated(plan)).isEmpty();
        assertThat(events(plan))
                .containsExactly("FailedToUpdateEndpointSlices: Error updating Endpoint Slices for Service"
                        + " default/web: skipping Pod b for Service default/web: Node gone"
                        + " Not Found");
        var showsAll = service("web", spec -> spec.publishNotReadyAddresses(true));
        assertThat(created(reconciler.decide(firstLook(showsAll, homeless)))).hasSize(1);
    }

    @Test
    void a_service_on_its_way_out_gets_no_new_slices() {
        var service = service("web").withMetadata(m -> m.deletionTimestamp(NOW));

        assertThat(created(reconciler.decide(firstLook(service, ready("a", "10.0.0.1")))))
                .isEmpty();
    }

    @Test
    void new_slices_come_before_others_go() {
        var small = new EndpointSliceController(1, true, new Metrics());
        var service = service("web");
        var foreign = slice("old").withMetadata(m -> m.ownerReferences(List.of()));
        var plan = small.decide(
                snapshot(service, List.of(unready("a", "10.0.0.1"), ready("b", "10.0.0.2")), right(), foreign));

        assertThat(plan.groups())
                .extracting(group -> group.steps().getFirst().describe().split(" ")[0])
                .containsExactly("create", "update", "delete");
    }

    @Test
    void a_refused_write_is_an_event_on_the_service() {
        var plan = reconciler.decide(firstLook(service("web"), ready("a", "10.0.0.1")));
        var event =
                ((Step.Write) plan.steps().findFirst().orElseThrow()).event().orElseThrow();

        assertThat(event.about().name()).isEqualTo("web");
        assertThat(event.reasonWhenRefused()).isEqualTo(Reasons.UPDATE_FAILED);
        assertThat(event.noteWhenRefused())
                .isEqualTo("Error updating Endpoint Slices for Service default/web: failed to create"
                        + " EndpointSlice for Service default/web: %s");
    }

    @Test
    void hints_that_were_asked_for_by_annotation_end_with_a_word() {
        var auto = service("web").withMetadata(m -> m.annotations(Map.of(Annotations.TOPOLOGY_MODE, "Auto")));
        var hinted = slice("s", expected("a", "10.0.0.1").withHints(h -> h.addForZones(z -> z.name("zone-a"))));
        var pods = List.of(ready("a", "10.0.0.1"));
        var known = snapshot(auto, pods, hinted);
        var plan = reconciler.decide(
                new Snapshot(service("web"), pods, known.slices(), known.zones(), known.capacity(), known.before()));

        assertThat(events(plan))
                .containsExactly(
                        "TopologyAwareHintsDisabled: Topology Aware Hints has been disabled," + " addressType: IPv4");
        assertThat(only(updated(plan)).endpoints().getFirst().hints()).isEmpty();
    }

    @Test
    void metrics_count_what_was_written() {
        var first = firstLook(service("web"), ready("a", "10.0.0.1"), ready("b", "10.0.0.2"));
        var plan = reconciler.decide(first);
        reconciler.measure(first, done(plan), Duration.ZERO);

        assertThat(number("endpoint_slice_controller_syncs")).isEqualTo(1);
        assertThat(number("endpoint_slice_controller_changes")).isEqualTo(1);
        assertThat(number("endpoint_slice_controller_endpoints_desired")).isEqualTo(2);
        assertThat(number("endpoint_slice_controller_num_endpoint_slices")).isEqualTo(1);
        assertThat(number("endpoint_slice_controller_desired_endpoint_slices")).isEqualTo(1);
    }

    private double number(String family) {
        return metrics.families().stream()
                .filter(candidate -> candidate.head().name().equals(family))
                .flatMap(found -> found.samples().stream())
                .mapToDouble(sample -> ((Sample.Number) sample.value()).value())
                .sum();
    }

    private List<String> conditions(Service service, List<LeanPod> pods) {
        return only(created(reconciler.decide(firstLook(service, pods.toArray(LeanPod[]::new))))).endpoints().stream()
                .map(endpoint -> "%s/%s/%s"
                        .formatted(
                                endpoint.conditions().ready().orElseThrow(),
                                endpoint.conditions().serving().orElseThrow(),
                                endpoint.conditions().terminating().orElseThrow()))
                .toList();
    }

    private static Snapshot firstLook(Service service, LeanPod... pods) {
        return new Snapshot(
                service, List.of(pods), List.of(), Map.of("node-1", ""), ZoneCapacity.NONE, Optional.empty());
    }

    /// A slice that needs no change for one ready pod `a`.
    private static EndpointSlice right() {
        return slice("right", expected("a", "10.0.0.1"));
    }

    private static Endpoint expected(String pod, String address) {
        return Slices.endpoint(pod).withAddresses(List.of(address));
    }

    private static EndpointSlice only(List<EndpointSlice> slices) {
        assertThat(slices).hasSize(1);
        return slices.getFirst();
    }
}
