package dev.kcm.controllers.network.endpoints;

import static dev.kcm.controllers.shared.backends.Annotations.LEADER;
import static dev.kcm.controllers.shared.backends.Annotations.TRIGGER_TIME;
import static dev.kcm.controllers.shared.backends.Labels.HEADLESS;
import static dev.kcm.controllers.shared.backends.Network.CREATED;
import static dev.kcm.controllers.shared.backends.Network.NOW;
import static dev.kcm.controllers.shared.backends.Network.ready;
import static dev.kcm.controllers.shared.backends.Network.readySince;
import static dev.kcm.controllers.shared.backends.Network.service;
import static dev.kcm.controllers.shared.backends.Network.unready;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.controllers.network.endpoints.EndpointsController.Snapshot;
import dev.kcm.controllers.shared.backends.TriggerTime.LastSync;
import dev.kcm.model.core.v1.EndpointSubset;
import dev.kcm.model.core.v1.Endpoints;
import dev.kcm.model.core.v1.Service;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.operation.Operation;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import dev.kcm.runtime.testing.Planned;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EndpointsDecisionTest {
    private final EndpointsController reconciler = new EndpointsController();

    @Test
    void a_new_service_gets_endpoints_with_its_labels() {
        var plan = reconciler.decide(firstLook(service("web"), ready("a", "10.0.0.1")));

        assertThat(plan.steps())
                .singleElement()
                .satisfies(step -> assertThat(step.as(Operation.Create.class)).isPresent());
        assertThat(written(plan).name()).isEqualTo("web");
        assertThat(written(plan).labels()).isEqualTo(Map.of("team", "a", Labels.MANAGED_BY, Labels.CONTROLLER));
        assertThat(written(plan).annotations()).isEqualTo(Map.of(TRIGGER_TIME, CREATED.toString()));
        assertThat(written(plan).subsets()).hasSize(1);
    }

    @Test
    void a_service_without_pods_gets_empty_endpoints() {
        assertThat(written(reconciler.decide(firstLook(service("web")))).subsets())
                .isEmpty();
    }

    @Test
    void a_headless_service_says_so() {
        var plan = reconciler.decide(firstLook(service("web", spec -> spec.clusterIP("None"))));

        assertThat(written(plan).labels()).containsEntry(HEADLESS, "");
    }

    @Test
    void what_is_right_is_not_written() {
        var service = service("web");
        var pod = ready("a", "10.0.0.1");
        var current = right(service, pod);

        assertThat(reconciler.decide(known(service, current, pod)).isNothing()).isTrue();
    }

    @Test
    void another_managers_order_and_pod_versions_are_no_reason_to_write() {
        var service = service("web");
        var pods = new LeanPod[] {ready("a", "10.0.0.1"), ready("b", "10.0.0.2")};
        var right = right(service, pods).subsets().getFirst();
        var turned = right.withAddresses(right.addresses().reversed().stream()
                .map(address -> address.withTargetRef(t -> t.resourceVersion("7")))
                .toList());
        var current = right(service, pods).withSubsets(List.of(turned));

        assertThat(reconciler.decide(known(service, current, pods)).isNothing()).isTrue();
    }

    @Test
    void a_changed_pod_is_written_with_the_time_it_changed() {
        var service = service("web");
        var current = right(service, unready("a", "10.0.0.1")).withMetadata(m -> m.putAnnotations("mine", "stays"));
        var since = NOW.minusSeconds(1);
        var plan = reconciler.decide(new Snapshot(
                service.key(),
                Optional.of(service),
                Optional.of(current),
                List.of(readySince(since, "a", "10.0.0.1")),
                Optional.of(LastSync.at(service, List.of(unready("a", "10.0.0.1"))))));

        assertThat(plan.steps())
                .singleElement()
                .satisfies(step -> assertThat(step.as(Operation.Update.class)).isPresent());
        assertThat(written(plan).resourceVersion()).isEqualTo("5");
        assertThat(written(plan).annotations()).isEqualTo(Map.of("mine", "stays", TRIGGER_TIME, since.toString()));
    }

    @Test
    void labels_follow_the_service() {
        var service = service("web");
        var relabelled = service.withMetadata(m -> m.labels(Map.of("team", "b")));
        var plan = reconciler.decide(known(relabelled, right(service)));

        assertThat(written(plan).labels()).isEqualTo(Map.of("team", "b", Labels.MANAGED_BY, Labels.CONTROLLER));
    }

    @Test
    void endpoints_whose_service_is_gone_go_too_but_not_somebodys_lock() {
        var left = right(service("web"));
        var lock = left.withMetadata(m -> m.putAnnotations(LEADER, "{}"));

        assertThat(reconciler.decide(orphan(left)).steps())
                .singleElement()
                .satisfies(step -> assertThat(step.as(Operation.Delete.class)).isPresent());
        assertThat(reconciler.decide(orphan(lock)).isNothing()).isTrue();
    }

    @Test
    void endpoints_of_services_that_select_no_pods_are_left_alone() {
        var unselecting = service("web", spec -> spec.selector(Map.of()));
        var external = service("web", spec -> spec.type("ExternalName"));

        assertThat(reconciler.decide(firstLook(unselecting)).isNothing()).isTrue();
        assertThat(reconciler.decide(firstLook(external)).isNothing()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "1000, 0, 1000, 0, ''",
        "1001, 0, 1000, 0, truncated",
        "1100, 50, 1000, 0, truncated",
        "900, 100, 900, 100, ''",
        "900, 101, 900, 100, truncated",
        "1000, 1, 1000, 0, truncated",
        "0, 1001, 0, 1000, truncated"
    })
    void more_than_a_thousand_addresses_are_cut_ready_ones_last(
            int ready, int unready, int keptReady, int keptUnready, String says) {
        var pods = Stream.concat(
                        IntStream.range(0, ready).mapToObj(i -> ready("r" + i, ip(1, i))),
                        IntStream.range(0, unready).mapToObj(i -> unready("u" + i, ip(2, i))))
                .toArray(LeanPod[]::new);
        var service = service("web");
        var endpoints = written(reconciler.decide(firstLook(service, pods)));

        var subset = endpoints.subsets().getFirst();
        assertThat(subset.addresses()).hasSize(keptReady);
        assertThat(subset.notReadyAddresses()).hasSize(keptUnready);
        assertThat(endpoints.annotations().getOrDefault(Annotations.OVER_CAPACITY, ""))
                .isEqualTo(says);
        assertThat(subset.addresses()).isSortedAccordingTo((a, b) -> a.ip().compareTo(b.ip()));
        assertThat(reconciler
                        .decide(known(service, endpoints.withMetadata(m -> m.resourceVersion("9")), pods))
                        .isNothing())
                .as("what was cut is not written again")
                .isTrue();
    }

    @Test
    void each_subset_keeps_its_share() {
        var subsets = List.of(subset(1, 900), subset(2, 600), subset(3, 300));

        assertThat(AddressCapacity.truncated(subsets))
                .extracting(subset -> subset.addresses().size())
                .containsExactly(500, 334, 166);
    }

    @Test
    void the_mark_of_too_many_goes_when_they_fit_again() {
        var service = service("web");
        var pod = ready("a", "10.0.0.1");
        var marked = right(service, pod)
                .withMetadata(m -> m.putAnnotations(Annotations.OVER_CAPACITY, Annotations.TRUNCATED));

        assertThat(written(reconciler.decide(known(service, marked, pod))).annotations())
                .doesNotContainKey(Annotations.OVER_CAPACITY);
    }

    @Test
    void failures_are_events_with_upstreams_text() {
        var service = service("web");
        var create = reconciler.decide(firstLook(service)).steps().findFirst().orElseThrow();
        var update = reconciler
                .decide(known(service, right(service), ready("a", "10.0.0.1")))
                .steps()
                .findFirst()
                .orElseThrow();

        assertThat(((Step.Write) create).event().orElseThrow().noteWhenRefused())
                .isEqualTo("Failed to create endpoint for service default/web: %s");
        assertThat(((Step.Write) update).event().orElseThrow().noteWhenRefused())
                .isEqualTo("Failed to update endpoint default/web: %s");
    }

    private static Snapshot firstLook(Service service, LeanPod... pods) {
        return new Snapshot(service.key(), Optional.of(service), Optional.empty(), List.of(pods), Optional.empty());
    }

    private static Snapshot known(Service service, Endpoints current, LeanPod... pods) {
        return new Snapshot(
                service.key(),
                Optional.of(service),
                Optional.of(current),
                List.of(pods),
                Optional.of(LastSync.at(service, List.of(pods))));
    }

    private static Snapshot orphan(Endpoints endpoints) {
        return new Snapshot(endpoints.key(), Optional.empty(), Optional.of(endpoints), List.of(), Optional.empty());
    }

    /// What a Service with these pods ends up with, as the server has it.
    private Endpoints right(Service service, LeanPod... pods) {
        return written(reconciler.decide(firstLook(service, pods)))
                .withMetadata(m -> m.resourceVersion("5").annotations(Map.of()));
    }

    private static Endpoints written(Plan plan) {
        return (Endpoints) Planned.in(plan).writes().getFirst().object().orElseThrow();
    }

    private static EndpointSubset subset(int net, int addresses) {
        var subset = EndpointSubset.builder();
        IntStream.range(0, addresses).forEach(i -> subset.addAddresses(a -> a.ip(ip(net, i))));
        return subset.build();
    }

    private static String ip(int net, int number) {
        return "10.%d.%d.%d".formatted(net, number / 250, number % 250);
    }
}
