package dev.kcm.conformance.cloud;

import static dev.kcm.testing.scenario.Actions.delete;
import static dev.kcm.testing.scenario.Actions.patch;
import static dev.kcm.testing.scenario.Builders.node;
import static dev.kcm.testing.scenario.Faults.conflictOnce;
import static dev.kcm.testing.scenario.Faults.patchStatus;

import dev.kcm.model.core.v1.Node;
import dev.kcm.testing.junit.EmbeddedOnly;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.scenario.AnyObjectBuilder;
import dev.kcm.testing.scenario.Scenario;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

@KubeScenario(controllers = "node-route-controller", managerFlags = "--cluster-cidr=10.244.0.0/16")
class NodeRouteScenarioTest {
    private static final Duration A_PASS = Duration.ofSeconds(11);

    @Test
    @EmbeddedOnly(Clouds.NEEDS_CLOUD)
    void a_node_with_a_range_gets_a_route(Scenario scenario) {
        scenario.given(ranged("kcm-routed", "10.244.7.0/24"))
                .advance(A_PASS)
                .then(node("kcm-routed"))
                .condition("NetworkUnavailable", "False", "RouteCreated")
                .then(node("node-1"))
                .lacksCondition("NetworkUnavailable")
                .wrote("patch nodes/status x1");
    }

    @Test
    @EmbeddedOnly(Clouds.NEEDS_CLOUD)
    void a_node_that_loses_its_range_is_not_reached_any_more(Scenario scenario) {
        scenario.given(node("kcm-routed"))
                .advance(A_PASS)
                .then(node("kcm-routed"))
                .lacksCondition("NetworkUnavailable");

        scenario.when(patch(
                        node("kcm-routed"),
                        "{\"spec\":{\"podCIDR\":\"10.244.7.0/24\",\"podCIDRs\":[\"10.244.7.0/24\"]}}"))
                .advance(A_PASS)
                .then(node("kcm-routed"))
                .condition("NetworkUnavailable", "False", "RouteCreated");
    }

    @Test
    @EmbeddedOnly(Clouds.NEEDS_CLOUD)
    @KubeScenario(
            controllers = "node-route-controller",
            managerFlags = {
                "--cluster-cidr=10.244.0.0/16",
                "--feature-gates=CloudControllerManagerWatchBasedRoutesReconciliation=true"
            })
    void with_the_feature_changes_of_nodes_are_what_counts(Scenario scenario) {
        scenario.advance(Duration.ofSeconds(30))
                .given(ranged("kcm-routed", "10.244.7.0/24"))
                .awaitQuiet()
                .then(node("kcm-routed"))
                .condition("NetworkUnavailable", "False", "RouteCreated");
    }

    @Test
    @EmbeddedOnly(Clouds.NEEDS_CLOUD)
    void a_conflict_costs_a_pass(Scenario scenario) {
        scenario.fault(conflictOnce(patchStatus(Node.NODES)))
                .given(ranged("kcm-routed", "10.244.7.0/24"))
                .advance(A_PASS.multipliedBy(2))
                .then(node("kcm-routed"))
                .condition("NetworkUnavailable", "False", "RouteCreated");
    }

    @Test
    @EmbeddedOnly(Clouds.NEEDS_CLOUD)
    void a_new_process_finds_the_routes_of_the_last_one(Scenario scenario) {
        scenario.given(ranged("kcm-routed", "10.244.7.0/24"), ranged("kcm-leaving", "10.244.8.0/24"))
                .advance(A_PASS);
        scenario.restart();
        scenario.when(delete(node("kcm-leaving")))
                .advance(A_PASS)
                .then(node("kcm-routed"))
                .condition("NetworkUnavailable", "False", "RouteCreated");
    }

    private static AnyObjectBuilder<Node> ranged(String name, String range) {
        return node(name).with(it -> it.withSpec(spec -> spec.podCIDR(range).podCIDRs(List.of(range))));
    }
}
