package dev.kcm.controllers.cloud.noderoute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.metrics.Metrics;
import dev.kcm.controllers.cloud.noderoute.NodeRouteController.Snapshot;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.NodeAddress;
import dev.kcm.runtime.cloud.CloudException;
import dev.kcm.runtime.cloud.Route;
import dev.kcm.runtime.cloud.Routes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import dev.kcm.runtime.testing.PlanAssert;
import dev.kcm.runtime.testing.Planned;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeRouteDecisionTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final ClusterRanges RANGES = ClusterRanges.of("10.244.0.0/16,fd00::/64");

    @Test
    void a_range_without_a_route_gets_one() {
        assertThat(steps(List.of(node("a", "10.244.1.0/24")), List.of()))
                .containsExactly("create route 10.244.1.0/24 to nodes a");
        assertThat(steps(List.of(node("a", "10.244.1.0/24", "fd00::/80")), List.of(route("a", "10.244.1.0/24"))))
                .containsExactly("create route fd00::/80 to nodes a");
        assertThat(steps(List.of(node("a")), List.of())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "a,     10.244.1.0/24, false, false",
        "a,     10.244.1.0/24, true,  true",
        "a,     10.244.9.0/24, false, true",
        "gone,  10.244.9.0/24, false, true",
        "'',    10.244.9.0/24, false, true",
        "gone,  10.99.0.0/24,  false, false",
        "gone,  10.0.0.0/8,    false, false",
        "gone,  10.244.0.0/15, false, true",
        "gone,  what,          true,  false",
    })
    void routes_in_our_ranges_that_lead_nowhere_are_deleted(
            String target, String destination, boolean isBlackhole, boolean isDeleted) {
        var route = new Route("r", target, Optional.empty(), destination, isBlackhole);
        var steps = steps(List.of(node("a", "10.244.1.0/24")), List.of(route));

        assertThat(steps.contains("delete route %s to nodes %s".formatted(destination, target)))
                .isEqualTo(isDeleted);
    }

    @Test
    void a_route_to_other_addresses_is_made_anew() {
        var node = node("a", "10.244.1.0/24");
        var old = new Route("r", "a", Optional.of(List.of(address("10.0.0.9"))), "10.244.1.0/24", false);
        var fitting = new Route("r", "a", Optional.of(node.status().addresses()), "10.244.1.0/24", false);

        assertThat(steps(List.of(node), List.of(old)))
                .containsExactly("delete route 10.244.1.0/24 to nodes a", "create route 10.244.1.0/24 to nodes a");
        assertThat(steps(List.of(node), List.of(fitting))).isEmpty();
    }

    @Test
    void nodes_say_whether_their_pods_are_reached() {
        var snapshot = snapshot(List.of(node("a", "10.244.1.0/24"), node("b")), List.of(route("b", "10.244.2.0/24")));
        var plan = controller().decide(snapshot);
        PlanAssert.assertThat(plan)
                .plans("create route 10.244.1.0/24 to nodes a", "delete route 10.244.2.0/24 to nodes b")
                .wakesIn(Duration.ofSeconds(10));

        assertThat(conditions(controller().settle(snapshot, Planned.in(plan).allApplied())))
                .containsExactly("a False RouteCreated", "b True NoRouteCreated");
    }

    @Test
    void a_route_that_cannot_be_created_is_told_on_the_node() {
        var snapshot = snapshot(List.of(node("a", "10.244.1.0/24")), List.of());
        var refused = Planned.in(controller().decide(snapshot)).allRefused(new CloudException("full").failure());
        var settled = controller().settle(snapshot, refused);

        assertThat(Planned.in(settled).events())
                .containsExactly(new Step.RecordEvent(
                        snapshot.nodes().getFirst().ref(),
                        Step.Severity.WARNING,
                        "FailedToCreateRoute",
                        "Could not create route uid-a 10.244.1.0/24 for node a: full"));
        assertThat(conditions(settled)).containsExactly("a True NoRouteCreated");
    }

    @Test
    void a_condition_that_is_right_is_not_written_and_one_of_somebody_else_is() {
        var right = condition(node("a", "10.244.1.0/24"), "False", "RouteCreated");
        var others = condition(node("b", "10.244.2.0/24"), "False", "CalicoIsUp");
        var snapshot =
                snapshot(List.of(right, others), List.of(route("a", "10.244.1.0/24"), route("b", "10.244.2.0/24")));
        var settled = controller()
                .settle(snapshot, Planned.in(controller().decide(snapshot)).allApplied());

        assertThat(conditions(settled)).containsExactly("b False RouteCreated");
    }

    @Test
    void a_node_of_which_nobody_knows_anything_is_left_alone() {
        var snapshot = snapshot(List.of(node("a")), List.of());

        PlanAssert.assertThat(controller()
                        .settle(
                                snapshot,
                                Planned.in(controller().decide(snapshot)).allApplied()))
                .plansNothing();
    }

    @Test
    void comparisons_are_some_time_apart() {
        var snapshot = new Snapshot(List.of(), List.of(), Optional.of(Duration.ofSeconds(3)), NOW);

        PlanAssert.assertThat(controller().decide(snapshot)).plansNothing().wakesIn(Duration.ofSeconds(3));
    }

    @Test
    void with_the_feature_only_changes_ask_for_one() {
        var watching = new NodeRouteController(new NoRoutes(), "east", RANGES, Optional.empty(), new Metrics());

        PlanAssert.assertThat(watching.decide(snapshot(List.of(), List.of()))).waitsForAChange();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        10.0.0.0/8                     | ''
        10.0.0.0/8,fd00::/64           | ''
        ten                            | --cluster-cidr: invalid CIDR address: ten
        10.0.0.0/33                    | --cluster-cidr: invalid CIDR address: 10.0.0.0/33
        10.0.0.0/8,fd00::/64,fd01::/64 | --cluster-cidr: length of clusterCIDRs is:3 more than max allowed of 2
        """)
    void ranges_are_checked(String flag, String problem) {
        assertThat(ClusterRanges.problem(flag).orElse("")).isEqualTo(problem);
    }

    private static NodeRouteController controller() {
        return new NodeRouteController(
                new NoRoutes(), "east", RANGES, Optional.of(Duration.ofSeconds(10)), new Metrics());
    }

    private static List<String> steps(List<Node> nodes, List<Route> routes) {
        return new RouteComparison("east", RANGES, nodes, routes)
                .steps().stream().map(Step::describe).toList();
    }

    private static Snapshot snapshot(List<Node> nodes, List<Route> routes) {
        return new Snapshot(nodes, routes, Optional.empty(), NOW);
    }

    private static List<String> conditions(Plan plan) {
        return Planned.in(plan).patches().stream()
                .map(patch -> {
                    var text = patch.patch().utf8();
                    var status = text.contains("\"status\":\"True\"") ? "True" : "False";
                    var reason = text.replaceFirst(".*\"reason\":\"(\\w+)\".*", "$1");
                    return "%s %s %s".formatted(patch.key().name(), status, reason);
                })
                .toList();
    }

    private static Node node(String name, String... ranges) {
        return Node.builder()
                .metadata(it -> it.name(name).uid("uid-" + name))
                .spec(it -> it.podCIDRs(List.of(ranges)))
                .status(it -> it.addresses(List.of(address("10.0.0.1"))))
                .build();
    }

    private static Node condition(Node node, String status, String reason) {
        return node.withStatus(it -> it.addConditions(condition ->
                condition.type(NetworkCondition.TYPE).status(status).reason(reason)));
    }

    private static Route route(String node, String destination) {
        return new Route("r", node, Optional.empty(), destination, false);
    }

    private static NodeAddress address(String text) {
        return NodeAddress.builder().type("InternalIP").address(text).build();
    }

    private static final class NoRoutes implements Routes {
        @Override
        public List<Route> list(String clusterName) {
            return List.of();
        }

        @Override
        public void create(String clusterName, String nameHint, Route route) {}

        @Override
        public void delete(String clusterName, Route route) {}
    }
}
