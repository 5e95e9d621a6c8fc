package dev.kcm.controllers.network.endpointslicemirroring;

import static dev.kcm.controllers.network.endpointslicemirroring.Mirrored.HTTP;
import static dev.kcm.controllers.network.endpointslicemirroring.Mirrored.METRICS;
import static dev.kcm.controllers.network.endpointslicemirroring.Mirrored.after;
import static dev.kcm.controllers.network.endpointslicemirroring.Mirrored.described;
import static dev.kcm.controllers.network.endpointslicemirroring.Mirrored.done;
import static dev.kcm.controllers.network.endpointslicemirroring.Mirrored.endpoints;
import static dev.kcm.controllers.network.endpointslicemirroring.Mirrored.snapshot;
import static dev.kcm.controllers.network.endpointslicemirroring.Mirrored.steps;
import static dev.kcm.controllers.network.endpointslicemirroring.Mirrored.subset;
import static dev.kcm.controllers.network.endpointslicemirroring.Mirrored.unselecting;
import static dev.kcm.controllers.shared.backends.Annotations.LEADER;
import static dev.kcm.controllers.shared.backends.Annotations.TRIGGER_TIME;
import static dev.kcm.controllers.shared.backends.Network.NOW;
import static dev.kcm.controllers.shared.backends.Network.service;
import static dev.kcm.controllers.shared.slices.Labels.MANAGED_BY;
import static dev.kcm.controllers.shared.slices.Labels.SERVICE_NAME;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.metrics.Metrics;
import dev.kcm.base.metrics.Sample;
import dev.kcm.model.OwnerReferences;
import dev.kcm.model.core.v1.EndpointSubset;
import dev.kcm.model.core.v1.Endpoints;
import dev.kcm.model.discovery.v1.EndpointSlice;
import dev.kcm.runtime.plan.Plan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class EndpointSliceMirroringDecisionTest {
    private static final Endpoints TWO = endpoints(subset("10.0.0.1 10.0.0.2", HTTP));

    private final Metrics metrics = new Metrics();
    private final EndpointSliceMirroringController reconciler = new EndpointSliceMirroringController(1000, metrics);

    @Test
    void ready_and_unready_addresses_become_one_slice() {
        assertThat(described(mirrored(endpoints(subset("10.0.0.2 10.0.0.1|10.0.0.3", HTTP)))))
                .containsExactly("IPv4 http: 10.0.0.1+ 10.0.0.2+ 10.0.0.3-");
    }

    @Test
    void a_slice_has_the_endpoints_labels_and_annotations_and_belongs_to_them() {
        var endpoints = TWO.withMetadata(m -> m.putLabels(MANAGED_BY, "somebody")
                .putAnnotations("mine", "yes")
                .putAnnotations(TRIGGER_TIME, NOW.toString())
                .putAnnotations(Annotations.LAST_APPLIED, "{}"));

        var slice = mirrored(endpoints)[0];

        assertThat(slice.metadata().generateName()).isEqualTo("web-");
        assertThat(slice.labels())
                .isEqualTo(Map.of(
                        "team", "a", SERVICE_NAME, "web", MANAGED_BY, "endpointslicemirroring-controller.k8s.io"));
        assertThat(slice.annotations()).isEqualTo(Map.of("mine", "yes"));
        assertThat(slice.metadata().ownerReferences()).containsExactly(OwnerReferences.toController(endpoints));
        assertThat(decided(endpoints, slice.withMetadata(m -> m.name("s"))).isNothing())
                .isTrue();
    }

    @Test
    void everything_an_address_says_is_mirrored() {
        var address = Mirrored.address("10.0.0.1").toBuilder()
                .hostname("first")
                .nodeName("node-1")
                .targetRef(t -> t.kind("Pod").name("a").resourceVersion("7"))
                .build();
        var secure = HTTP.toBuilder().appProtocol("https").build();

        var slice = mirrored(endpoints(
                EndpointSubset.builder().addAddresses(address).addPorts(secure).build()))[0];

        assertThat(slice.ports()).singleElement().satisfies(port -> {
            assertThat(port.name()).contains("http");
            assertThat(port.port()).contains(80);
            assertThat(port.protocol()).contains("TCP");
            assertThat(port.appProtocol()).contains("https");
        });
        assertThat(slice.endpoints()).singleElement().satisfies(endpoint -> {
            assertThat(endpoint.hostname()).contains("first");
            assertThat(endpoint.nodeName()).contains("node-1");
            assertThat(endpoint.targetRef()).isEqualTo(address.targetRef());
            assertThat(endpoint.conditions().serving()).isEmpty();
        });
    }

    @Test
    void families_and_ports_have_slices_of_their_own() {
        assertThat(described(mirrored(endpoints(
                        subset("10.0.0.1 fd00::1", HTTP, METRICS), subset("10.0.0.2", HTTP), subset("10.0.0.9")))))
                .containsExactly(
                        "IPv4 : 10.0.0.9+",
                        "IPv4 http: 10.0.0.1+ 10.0.0.2+",
                        "IPv4 metrics: 10.0.0.1+",
                        "IPv6 http: fd00::1+",
                        "IPv6 metrics: fd00::1+");
    }

    @Test
    void one_address_in_several_subsets_offers_the_ports_of_all() {
        assertThat(described(mirrored(endpoints(subset("10.0.0.1", HTTP), subset("10.0.0.1", METRICS)))))
                .containsExactly("IPv4 http,metrics: 10.0.0.1+");
    }

    @Test
    void irregular_spellings_are_put_right_and_what_is_no_address_is_left_out_and_reported() {
        var endpoints = endpoints(subset("010.0.0.01 10.0.0.300 ::ffff:10.0.0.2 FD00:0:0::1 web.local", HTTP));
        var plan = decided(endpoints);

        assertThat(described(after(snapshot(endpoints), plan)))
                .containsExactly("IPv4 http: 10.0.0.1+ 10.0.0.2+", "IPv6 http: fd00::1+");
        assertThat(steps(plan))
                .contains("InvalidIPAddress: Skipped 2 invalid IP addresses when mirroring to" + " EndpointSlices");
    }

    @Test
    void of_too_many_addresses_ready_ones_stay_first_and_it_is_reported() {
        var endpoints = endpoints(
                subset("nobody 10.0.0.3|10.0.0.2 10.0.0.1", HTTP), subset("10.0.0.4 10.0.0.5 10.0.0.6", METRICS));
        var plan = new EndpointSliceMirroringController(2, new Metrics()).decide(snapshot(endpoints));

        assertThat(described(after(snapshot(endpoints), plan)))
                .containsExactly("IPv4 http: 10.0.0.3+ 10.0.0.1-", "IPv4 metrics: 10.0.0.4+ 10.0.0.5+");
        assertThat(steps(plan))
                .containsSubsequence("TooManyAddressesToMirror: A max of 2 addresses can be mirrored to"
                        + " EndpointSlices per Endpoints subset. 3 addresses were skipped");
    }

    @Test
    void what_was_reported_is_reported_again_only_when_the_numbers_change() {
        var endpoints = endpoints(subset("nobody 10.0.0.1", HTTP));
        var first = snapshot(endpoints);
        var slices = List.of(after(first, reconciler.decide(first)));
        var again = new Snapshot(first.key(), first.endpoints(), first.service(), slices, new SkippedAddresses(1, 0));
        var more = endpoints(subset("nobody noone 10.0.0.1", HTTP));

        assertThat(reconciler.decide(again)).isEqualTo(Plan.nothing("slices are right"));
        assertThat(steps(reconciler.decide(
                        new Snapshot(first.key(), Optional.of(more), first.service(), slices, again.reported()))))
                .singleElement()
                .asString()
                .startsWith("InvalidIPAddress: Skipped 2");
    }

    @Test
    void what_is_right_is_not_written_whatever_its_order() {
        var slice = mirrored(TWO)[0];
        var turned = slice.withEndpoints(slice.endpoints().reversed());

        assertThat(decided(TWO, turned)).isEqualTo(Plan.nothing("slices are right"));
    }

    @Test
    void a_changed_address_is_written_in_place() {
        var slice = mirrored(TWO)[0];
        var changed = endpoints(subset("10.0.0.1|10.0.0.2", HTTP));
        var plan = decided(changed, slice);

        assertThat(steps(plan)).containsExactly("update endpointslices default/new-0");
        assertThat(described(after(snapshot(changed, slice), plan))).containsExactly("IPv4 http: 10.0.0.1+ 10.0.0.2-");
    }

    @Test
    void labels_annotations_and_owner_are_put_right() {
        var slice = mirrored(TWO)[0];
        var relabelled = TWO.withMetadata(m -> m.putLabels("team", "b"));
        var annotated = TWO.withMetadata(m -> m.putAnnotations("mine", "yes"));
        var remade = TWO.withMetadata(m -> m.uid("uid-again"));

        for (var endpoints : List.of(relabelled, annotated, remade)) {
            var after = after(snapshot(endpoints, slice), decided(endpoints, slice))[0];
            assertThat(after.name()).isEqualTo("new-0");
            assertThat(decided(endpoints, after).isNothing()).isTrue();
            assertThat(after.metadata().ownerReferences()).hasSize(1);
        }
        var edited = slice.withMetadata(m -> m.putAnnotations("somebodys", "note"));
        assertThat(after(snapshot(TWO, edited), decided(TWO, edited))[0].annotations())
                .isEmpty();
    }

    @Test
    void an_endpoint_that_comes_twice_is_written_once() {
        var slice = mirrored(TWO)[0];
        var twice = new ArrayList<>(slice.endpoints());
        twice.add(twice.getFirst());
        var edited = slice.withEndpoints(twice);

        assertThat(described(after(snapshot(TWO, edited), decided(TWO, edited))))
                .containsExactly("IPv4 http: 10.0.0.1+ 10.0.0.2+");
    }

    @Test
    void new_ports_take_the_slice_of_old_ones_and_of_their_family_only() {
        var old = endpoints(subset("10.0.0.1", HTTP));
        var slice = mirrored(old)[0];
        var changed = endpoints(subset("10.0.0.1 fd00::1", METRICS));

        assertThat(steps(decided(changed, slice)))
                .containsExactly("create endpointslices web-*", "update endpointslices default/new-0");
    }

    @Test
    void one_slice_too_many_goes_and_the_right_one_stays() {
        var right = mirrored(TWO)[0].withMetadata(m -> m.name("z-right"));
        var wrong = right.withEndpoints(List.of()).withMetadata(m -> m.name("a-wrong"));
        var named = right.toBuilder()
                .metadata(m -> m.name("fqdn"))
                .addressType("FQDN")
                .build();

        assertThat(steps(decided(TWO, wrong, right, named)))
                .containsExactlyInAnyOrder(
                        "delete endpointslices default/a-wrong", "delete endpointslices default/fqdn");
    }

    @Test
    void endpoints_without_addresses_have_no_slices() {
        var slice = mirrored(TWO)[0];

        assertThat(steps(decided(endpoints(), slice))).containsExactly("delete endpointslices default/new-0");
        assertThat(decided(endpoints(subset("", HTTP))).isNothing()).isTrue();
    }

    @Test
    void endpoints_that_are_being_deleted_get_no_new_slices() {
        var going = TWO.withMetadata(m -> m.deletionTimestamp(NOW));

        assertThat(decided(going).isNothing()).isTrue();
    }

    @Test
    void what_is_not_to_be_mirrored_is_cleaned_up_and_says_why() {
        var slice = mirrored(TWO)[0];
        var skipped = TWO.withMetadata(m -> m.putLabels(Labels.SKIP_MIRROR, "true"));
        var lock = TWO.withMetadata(m -> m.putAnnotations(LEADER, "{}"));

        assertThat(cleanedUp(snapshot(skipped, slice))).isEqualTo("its Endpoints ask not to be mirrored");
        assertThat(cleanedUp(snapshot(lock, slice))).isEqualTo("its Endpoints are somebody's lock");
        assertThat(cleanedUp(snapshot(Optional.empty(), Optional.of(unselecting()), List.of(slice))))
                .isEqualTo("its Endpoints are gone");
        assertThat(cleanedUp(snapshot(Optional.of(TWO), Optional.empty(), List.of(slice))))
                .isEqualTo("it has no Service");
        assertThat(cleanedUp(snapshot(Optional.of(TWO), Optional.of(service("web")), List.of(slice))))
                .isEqualTo("its Service selects pods and has slices of its own");
    }

    @Test
    void only_true_skips_the_mirror() {
        var unsure = TWO.withMetadata(m -> m.putLabels(Labels.SKIP_MIRROR, "yes"));

        assertThat(mirrored(unsure)).hasSize(1);
    }

    @Test
    void endpoints_of_services_that_select_pods_are_no_concern() {
        assertThat(snapshot(Optional.of(TWO), Optional.of(service("web")), List.of())
                        .isNothing())
                .isTrue();
        assertThat(snapshot(Optional.empty(), Optional.empty(), List.of()).isNothing())
                .isTrue();
        assertThat(snapshot(TWO).isNothing()).isFalse();
    }

    @Test
    void metrics_show_what_was_mirrored() {
        var endpoints = endpoints(subset("10.0.0.1 10.0.0.2 nobody", HTTP), subset("fd00::1"));
        measure(snapshot(endpoints));
        var changed = endpoints(subset("10.0.0.2|10.0.0.3", HTTP));
        measure(snapshot(changed, after(snapshot(endpoints), decided(endpoints))));

        assertThat(value("changes", "create")).isEqualTo(2);
        assertThat(value("changes", "update")).isEqualTo(1);
        assertThat(value("changes", "delete")).isEqualTo(1);
        assertThat(sum("endpoints_added_per_sync")).isEqualTo(3 + 1);
        assertThat(sum("endpoints_removed_per_sync")).isEqualTo(2);
        assertThat(sum("addresses_skipped_per_sync")).isEqualTo(1);
        assertThat(value("endpoints_desired")).isEqualTo(2);
        assertThat(value("num_endpoint_slices")).isEqualTo(1);
        assertThat(value("desired_endpoint_slices")).isEqualTo(1);

        measure(snapshot(Optional.empty(), Optional.empty(), List.of(mirrored(changed))));
        assertThat(value("num_endpoint_slices")).isZero();
    }

    private double value(String metric, String... labels) {
        return samples(metric)
                .filter(sample -> sample.labels().equals(List.of(labels)))
                .mapToDouble(sample -> ((Sample.Number) sample.value()).value())
                .sum();
    }

    private double sum(String histogram) {
        return samples(histogram)
                .mapToDouble(sample -> ((Sample.Distribution) sample.value()).sum())
                .sum();
    }

    private Stream<Sample> samples(String metric) {
        return metrics.families().stream()
                .filter(it -> it.head().name().equals("endpoint_slice_mirroring_controller_" + metric))
                .flatMap(family -> family.samples().stream());
    }

    private Plan decided(Endpoints endpoints, EndpointSlice... slices) {
        return reconciler.decide(snapshot(endpoints, slices));
    }

    private EndpointSlice[] mirrored(Endpoints endpoints) {
        return after(snapshot(endpoints), decided(endpoints));
    }

    private void measure(Snapshot snapshot) {
        reconciler.measure(snapshot, done(reconciler.decide(snapshot)), Duration.ofMillis(3));
    }

    private String cleanedUp(Snapshot snapshot) {
        var plan = reconciler.decide(snapshot);
        assertThat(steps(plan)).containsExactly("delete endpointslices default/new-0");
        return plan.why();
    }
}
