package dev.kcm.controllers.cloud.serviceloadbalancer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.metrics.Metrics;
import dev.kcm.controllers.cloud.serviceloadbalancer.Snapshot.Handled;
import dev.kcm.controllers.cloud.serviceloadbalancer.Snapshot.Task;
import dev.kcm.model.core.v1.LoadBalancerStatus;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.Service;
import dev.kcm.model.core.v1.Taint;
import dev.kcm.runtime.cloud.CloudAnswer;
import dev.kcm.runtime.cloud.CloudCall;
import dev.kcm.runtime.cloud.CloudException;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.testing.PlanAssert;
import dev.kcm.runtime.testing.Planned;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServiceLoadBalancerDecisionTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final LoadBalancerStatus ADDRESS =
            LoadBalancerStatus.builder().addIngress(it -> it.ip("192.0.2.1")).build();
    private static final List<Node> NODES = List.of(node("a"), node("b"));

    private final ServiceLoadBalancerController controller =
            new ServiceLoadBalancerController("east", new BalancerMetrics(new Metrics()));

    @Test
    void the_finalizer_comes_before_anything_in_the_cloud() {
        var plan = controller.decide(fresh(service()));

        PlanAssert.assertThat(plan).plans("patch services/status shop/web");
        assertThat(patch(plan))
                .isEqualTo("{\"metadata\":{\"uid\":\"uid-web\","
                        + "\"finalizers\":[\"service.kubernetes.io/load-balancer-cleanup\"]}}");
        assertThat(Planned.in(plan).eventTemplates())
                .contains("SyncLoadBalancerFailed: Error syncing load balancer:"
                        + " failed to add load balancer cleanup finalizer: %s");
    }

    @Test
    void a_held_one_gets_a_balancer_and_then_its_addresses() {
        var snapshot = fresh(held());
        var plan = controller.decide(snapshot);

        PlanAssert.assertThat(plan)
                .plans("record event EnsuringLoadBalancer", "ensure the load balancer of services shop/web");
        assertThat(Planned.in(plan).calls()).containsExactly(new CloudCall.EnsureLoadBalancer("east", held(), NODES));

        var settled = controller.settle(snapshot, balanced(plan));
        PlanAssert.assertThat(settled).plans("record event EnsuredLoadBalancer", "patch services/status shop/web");
        assertThat(patch(settled))
                .isEqualTo("{\"metadata\":{\"uid\":\"uid-web\"},"
                        + "\"status\":{\"loadBalancer\":{\"ingress\":[{\"ip\":\"192.0.2.1\"}]}}}");
    }

    @Test
    void known_addresses_are_not_written_again() {
        var snapshot = fresh(held().withStatus(it -> it.loadBalancer(ADDRESS)));

        PlanAssert.assertThat(controller.settle(snapshot, balanced(controller.decide(snapshot))))
                .plans("record event EnsuredLoadBalancer");
    }

    @Test
    void without_nodes_users_are_warned_and_the_cloud_is_asked_all_the_same() {
        var plan = controller.decide(new Snapshot("east", Optional.of(held()), Optional.empty(), List.of()));

        PlanAssert.assertThat(plan)
                .plans(
                        "record event EnsuringLoadBalancer",
                        "record event UnAvailableLoadBalancer",
                        "ensure the load balancer of services shop/web");
    }

    @Test
    void a_refusal_of_the_cloud_is_told() {
        var snapshot = fresh(held());
        var refused = Planned.in(controller.decide(snapshot)).allRefused(new CloudException("quota").failure());

        assertThat(Planned.in(controller.settle(snapshot, refused)).events())
                .singleElement()
                .satisfies(event -> assertThat(event.note())
                        .isEqualTo("Error syncing load balancer: failed to ensure load balancer: quota"));
    }

    @Test
    void what_another_controller_makes_is_left_to_it() {
        var snapshot = fresh(held());
        var plan = controller.decide(snapshot);

        PlanAssert.assertThat(controller.settle(
                        snapshot, Planned.in(plan).answered(_ -> new CloudAnswer.ImplementedElsewhere())))
                .plansNothing();
    }

    @ParameterizedTest
    @CsvSource({
        "LoadBalancer, '',  false, false, NOTHING",
        "LoadBalancer, '',  true,  false, ENSURE",
        "LoadBalancer, '',  true,  true,  DELETE",
        "LoadBalancer, '',  false, true,  NOTHING",
        "LoadBalancer, own, false, false, NOTHING",
        "LoadBalancer, own, true,  true,  DELETE",
        "ClusterIP,    '',  false, false, NOTHING",
        "ClusterIP,    '',  true,  false, DELETE",
        "NodePort,     '',  true,  true,  DELETE",
    })
    void what_to_do_follows_from_the_service(
            String type, String ofClass, boolean isHeld, boolean isDeleting, Task expected) {
        var service = (isHeld ? held() : service()).withSpec(it -> {
            it.type(type);
            if (!ofClass.isEmpty()) {
                it.loadBalancerClass(ofClass);
            }
        });
        var observed = isDeleting ? service.withMetadata(it -> it.deletionTimestamp(NOW)) : service;
        boolean isFirst = expected == Task.NOTHING && type.equals("LoadBalancer") && ofClass.isEmpty() && !isDeleting;

        assertThat(fresh(observed).task()).isEqualTo(isFirst ? Task.HOLD : expected);
    }

    @Test
    void a_change_of_what_the_balancer_is_made_from_ensures_it_again() {
        List<UnaryOperator<Service>> relevant = List.of(
                it -> it.withSpec(spec -> spec.addPorts(port -> port.port(81))),
                it -> it.withSpec(spec -> spec.loadBalancerSourceRanges(List.of("10.0.0.0/8"))),
                it -> it.withSpec(spec -> spec.sessionAffinity("ClientIP")),
                it -> it.withSpec(spec -> spec.loadBalancerIP("192.0.2.7")),
                it -> it.withSpec(spec -> spec.externalIPs(List.of("192.0.2.8"))),
                it -> it.withSpec(spec -> spec.externalTrafficPolicy("Local")),
                it -> it.withSpec(spec -> spec.healthCheckNodePort(32000)),
                it -> it.withSpec(spec -> spec.ipFamilies(List.of("IPv4", "IPv6"))),
                it -> it.withMetadata(metadata -> metadata.putAnnotations("cloud/tier", "gold")));
        List<UnaryOperator<Service>> irrelevant = List.of(
                it -> it.withMetadata(metadata -> metadata.putLabels("a", "b")),
                it -> it.withSpec(spec -> spec.putSelector("a", "b")),
                it -> it.withSpec(spec -> spec.internalTrafficPolicy("Local")),
                it -> it.withStatus(status -> status.loadBalancer(ADDRESS)));

        assertThat(relevant)
                .allSatisfy(
                        change -> assertThat(after(change.apply(held())).task()).isEqualTo(Task.ENSURE));
        assertThat(irrelevant)
                .allSatisfy(
                        change -> assertThat(after(change.apply(held())).task()).isEqualTo(Task.NOTHING));
    }

    @Test
    void other_nodes_are_told_to_the_balancer() {
        var snapshot = told(held(), true, Map.of("a", "cloud://a"));
        var plan = controller.decide(snapshot);

        PlanAssert.assertThat(plan).plans("update the nodes of the load balancer of services shop/web");
        PlanAssert.assertThat(controller.settle(snapshot, Planned.in(plan).allApplied()))
                .plans("record event UpdatedLoadBalancer");
        PlanAssert.assertThat(controller.settle(snapshot, Planned.in(plan).answered(_ -> new CloudAnswer.Absent())))
                .plansNothing();
        var refused = Planned.in(plan).allRefused(new CloudException("busy").failure());
        assertThat(Planned.in(controller.settle(snapshot, refused)).events())
                .singleElement()
                .satisfies(event -> assertThat(event.note())
                        .isEqualTo("Error updating load balancer with new hosts [a b]"
                                + " [node names limited, total number of nodes: 2], error: busy"));
    }

    @Test
    void a_machine_of_another_identity_counts_as_another_node() {
        assertThat(told(held(), true, Map.of("a", "cloud://a", "b", "cloud://old"))
                        .task())
                .isEqualTo(Task.UPDATE_NODES);
        assertThat(told(held(), true, Map.of("a", "cloud://a", "b", "cloud://b"))
                        .task())
                .isEqualTo(Task.NOTHING);
    }

    @Test
    void what_failed_is_ensured_as_a_whole() {
        assertThat(told(held(), false, Map.of("a", "cloud://a", "b", "cloud://b"))
                        .task())
                .isEqualTo(Task.ENSURE);
    }

    @Test
    void a_balancer_goes_before_the_finalizer_does() {
        var leaving = held().withStatus(it -> it.loadBalancer(ADDRESS)).withMetadata(it -> it.deletionTimestamp(NOW));
        var snapshot = fresh(leaving);
        var plan = controller.decide(snapshot);

        PlanAssert.assertThat(plan).plans("delete the load balancer of services shop/web");
        var settled = controller.settle(snapshot, Planned.in(plan).allApplied());
        PlanAssert.assertThat(settled)
                .plans(
                        "record event DeletingLoadBalancer",
                        "patch services/status shop/web",
                        "record event DeletedLoadBalancer");
        assertThat(patch(settled))
                .isEqualTo("{\"metadata\":{\"uid\":\"uid-web\",\"$deleteFromPrimitiveList/finalizers\":"
                        + "[\"service.kubernetes.io/load-balancer-cleanup\"]},\"status\":{\"loadBalancer\":null}}");
        var refused = Planned.in(plan).allRefused(new CloudException("failed to delete load balancer: busy").failure());
        PlanAssert.assertThat(controller.settle(snapshot, refused)).plans("record event SyncLoadBalancerFailed");
    }

    @Test
    void where_there_was_no_balancer_no_deletion_is_told_of() {
        var snapshot = fresh(held().withSpec(it -> it.type("ClusterIP")));
        var plan = controller.decide(snapshot);

        PlanAssert.assertThat(controller.settle(snapshot, Planned.in(plan).answered(_ -> new CloudAnswer.Absent())))
                .plans("patch services/status shop/web", "record event DeletedLoadBalancer");
    }

    @Test
    void the_balancer_of_a_service_that_is_gone_goes_too() {
        var handled = new Handled(held(), true, Map.of());
        var gone = new Snapshot("east", Optional.empty(), Optional.of(handled), NODES);
        var plan = controller.decide(gone);

        PlanAssert.assertThat(plan)
                .plans("record event DeletingLoadBalancer", "delete the abandoned load balancer of services shop/web")
                .waitsForAChange();
        PlanAssert.assertThat(controller.settle(gone, Planned.in(plan).allApplied()))
                .plans("record event DeletedLoadBalancer");
        PlanAssert.assertThat(
                        controller.settle(gone, Planned.in(plan).allRefused(new CloudException("busy").failure())))
                .plans("record event DeleteLoadBalancerFailed");
    }

    @Test
    void another_service_of_the_same_name_waits_for_that() {
        var handled = new Handled(held().withMetadata(it -> it.uid("uid-of-before")), true, Map.of());
        var replaced = new Snapshot("east", Optional.of(service()), Optional.of(handled), NODES);

        PlanAssert.assertThat(controller.decide(replaced))
                .plans("record event DeletingLoadBalancer", "delete the abandoned load balancer of services shop/web")
                .wakesIn(Duration.ZERO);
    }

    @ParameterizedTest
    @CsvSource({"true, true", "false, false", "0, false", "'', true", "maybe, true"})
    void a_label_excludes_a_node_unless_it_clearly_says_no(String value, boolean isExcluded) {
        assertThat(BalancedNodes.isExcluded(node("a").withMetadata(it -> it.putLabels(BalancedNodes.EXCLUDED, value))))
                .isEqualTo(isExcluded);
        assertThat(BalancedNodes.isExcluded(node("a"))).isFalse();
    }

    @Test
    void twenty_names_of_nodes_are_shown() {
        var many =
                IntStream.range(0, 22).mapToObj(i -> node("n%02d".formatted(i))).toList();

        assertThat(BalancedNodes.shown(many)).startsWith("[n00 n01").endsWith("n19 <2 more>]");
        assertThat(BalancedNodes.shown(List.of())).isEqualTo("[]");
    }

    @Test
    void nodes_that_leave_get_nothing_any_more() {
        assertThat(BalancedNodes.isBalanced(node("a"))).isTrue();
        assertThat(BalancedNodes.isBalanced(node("a").withMetadata(it -> it.deletionTimestamp(NOW))))
                .isFalse();
        assertThat(BalancedNodes.isBalanced(node("a")
                        .withSpec(it -> it.taints(List.of(Taint.builder()
                                .key("ToBeDeletedByClusterAutoscaler")
                                .effect("NoSchedule")
                                .build())))))
                .isFalse();
    }

    private static Snapshot fresh(Service service) {
        return new Snapshot("east", Optional.of(service), Optional.empty(), NODES);
    }

    /// As it is some time after a balancer was made for [#held].
    private static Snapshot after(Service service) {
        var handled = new Handled(held(), true, BalancedNodes.identities(NODES));
        return new Snapshot("east", Optional.of(service), Optional.of(handled), NODES);
    }

    private static Snapshot told(Service service, boolean isEnsured, Map<String, String> nodes) {
        return new Snapshot("east", Optional.of(service), Optional.of(new Handled(service, isEnsured, nodes)), NODES);
    }

    private static Outcomes balanced(Plan plan) {
        return Planned.in(plan).answered(_ -> new CloudAnswer.Balanced(ADDRESS));
    }

    private static String patch(Plan plan) {
        return Planned.in(plan).patches().getFirst().patch().utf8();
    }

    private static Service service() {
        return Service.builder()
                .metadata(it -> it.namespace("shop").name("web").uid("uid-web"))
                .spec(it -> it.type("LoadBalancer").addPorts(port -> port.port(80)))
                .build();
    }

    private static Service held() {
        return service().withMetadata(it -> it.addFinalizers(BalancedService.FINALIZER));
    }

    private static Node node(String name) {
        return Node.builder()
                .metadata(it -> it.name(name).uid("uid-" + name))
                .spec(it -> it.providerID("cloud://" + name))
                .build();
    }
}
