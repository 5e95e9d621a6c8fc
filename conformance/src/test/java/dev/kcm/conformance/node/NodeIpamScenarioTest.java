package dev.kcm.conformance.node;

import static dev.kcm.testing.scenario.Actions.delete;
import static dev.kcm.testing.scenario.Builders.node;
import static dev.kcm.testing.scenario.Faults.conflictOnce;
import static dev.kcm.testing.scenario.Faults.patch;
import static dev.kcm.testing.scenario.Faults.refuse;
import static dev.kcm.testing.scenario.Faults.timeout;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.Node;
import dev.kcm.testing.junit.EmbeddedOnly;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.scenario.AnyObjectBuilder;
import dev.kcm.testing.scenario.Scenario;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The embedded cluster has no nodes here but those of a scenario.
@KubeScenario(
        controllers = "node-ipam-controller",
        nodes = 0,
        managerFlags = {"--allocate-node-cidrs", "--cluster-cidr=10.9.0.0/22"})
class NodeIpamScenarioTest {
    private static final String NEEDS_NODES = "nodes of a real cluster have their ranges from its own manager";

    @Test
    @EmbeddedOnly(NEEDS_NODES)
    void every_node_gets_a_range_of_its_own(Scenario scenario) {
        scenario.given(node("kcm-ipam-a"))
                .awaitQuiet()
                .given(node("kcm-ipam-b"))
                .awaitQuiet()
                .then(node("kcm-ipam-a"))
                .satisfies(it -> assertThat(ranges(it)).containsExactly("10.9.0.0/24"))
                .then(node("kcm-ipam-b"))
                .satisfies(it -> assertThat(ranges(it)).containsExactly("10.9.1.0/24"))
                .wrote("patch nodes x1");
    }

    @Test
    @EmbeddedOnly(NEEDS_NODES)
    @KubeScenario(
            controllers = "node-ipam-controller",
            nodes = 0,
            managerFlags = {
                "--allocate-node-cidrs",
                "--cluster-cidr=fd09::/56,10.9.0.0/16",
                "--node-cidr-mask-size-ipv4=25",
                "--service-cluster-ip-range=10.9.0.0/17"
            })
    void with_two_families_it_gets_one_of_each(Scenario scenario) {
        scenario.given(node("kcm-ipam-dual"))
                .awaitQuiet()
                .then(node("kcm-ipam-dual"))
                .satisfies(it -> assertThat(ranges(it)).containsExactly("fd09::/64", "10.9.128.0/25"));
    }

    @Test
    @EmbeddedOnly(NEEDS_NODES)
    void what_nodes_have_is_given_to_nobody_else(Scenario scenario) {
        scenario.given(addressed("kcm-ipam-first", "10.9.0.0/24"), addressed("kcm-ipam-odd", "192.168.7.0/24"))
                .given(node("kcm-ipam-next"))
                .awaitQuiet()
                .then(node("kcm-ipam-next"))
                .satisfies(it ->
                        assertThat(ranges(it)).doesNotContain("10.9.0.0/24").hasSize(1));
    }

    @Test
    @EmbeddedOnly(NEEDS_NODES)
    void when_nothing_is_left_users_are_told_and_the_next_that_goes_makes_room(Scenario scenario) {
        scenario.given(addressed("kcm-ipam-large", "10.9.0.0/23"))
                .given(addressed("kcm-ipam-other", "10.9.2.0/23"))
                .given(node("kcm-ipam-poor"))
                .awaitQuiet()
                .then(node("kcm-ipam-poor"))
                .satisfies(it -> assertThat(ranges(it)).isEmpty())
                .hasEvents("CIDRNotAvailable");

        scenario.when(delete(node("kcm-ipam-other")))
                .awaitQuiet()
                .then(node("kcm-ipam-poor"))
                .satisfies(it -> assertThat(ranges(it)).containsExactly("10.9.2.0/24"));
    }

    @Test
    @EmbeddedOnly(NEEDS_NODES)
    @KubeScenario(
            controllers = "node-ipam-controller",
            nodes = 0,
            managerFlags = {"--allocate-node-cidrs", "--cluster-cidr=10.9.0.0/23,fd09::/64"})
    void nothing_leaks_while_one_family_is_full(Scenario scenario) {
        scenario.given(node("kcm-ipam-rich"))
                .awaitQuiet()
                .given(node("kcm-ipam-waits"))
                .advance(Duration.ofMinutes(5))
                .then(node("kcm-ipam-waits"))
                .satisfies(it -> assertThat(ranges(it)).isEmpty());

        scenario.when(delete(node("kcm-ipam-rich")))
                .awaitQuiet()
                .then(node("kcm-ipam-waits"))
                .satisfies(it -> assertThat(ranges(it)).hasSize(2).last().isEqualTo("fd09::/64"));
    }

    @Test
    @EmbeddedOnly(NEEDS_NODES)
    void a_range_comes_back_with_the_node_that_had_it(Scenario scenario) {
        for (int i = 0; i < 9; i++) {
            var name = "kcm-ipam-" + i;
            scenario.given(node(name))
                    .awaitQuiet()
                    .then(node(name))
                    .satisfies(it -> assertThat(ranges(it)).hasSize(1));
            scenario.when(delete(node(name))).awaitQuiet();
        }
    }

    @Test
    @EmbeddedOnly(NEEDS_NODES)
    void who_does_not_answer_may_have_done_it(Scenario scenario) {
        scenario.given(node("kcm-ipam-sure")).awaitQuiet();
        scenario.fault(refuse(patch(Node.NODES).named("kcm-ipam-unsure")).with(timeout("no answer")));
        scenario.given(node("kcm-ipam-unsure"))
                .awaitQuiet()
                .then(node("kcm-ipam-unsure"))
                .hasEvents("CIDRAssignmentFailed");
        scenario.given(node("kcm-ipam-later")).awaitQuiet();
        scenario.heal();
        scenario.advance(Duration.ofSeconds(30))
                .awaitQuiet()
                .then(node("kcm-ipam-unsure"))
                .satisfies(it -> assertThat(ranges(it)).containsExactly("10.9.1.0/24"))
                .then(node("kcm-ipam-later"))
                .satisfies(it -> assertThat(ranges(it)).containsExactly("10.9.2.0/24"));
    }

    @Test
    @EmbeddedOnly(NEEDS_NODES)
    void a_conflict_is_got_over(Scenario scenario) {
        scenario.fault(conflictOnce(patch(Node.NODES)));
        scenario.given(node("kcm-ipam-conflict"))
                .awaitQuiet()
                .then(node("kcm-ipam-conflict"))
                .hasNoEvents("CIDRAssignmentFailed")
                .satisfies(it -> assertThat(ranges(it)).hasSize(1));
    }

    @Test
    @EmbeddedOnly(NEEDS_NODES)
    void one_that_takes_over_knows_what_was_given(Scenario scenario) {
        scenario.given(node("kcm-ipam-old"))
                .awaitQuiet()
                .failover()
                .given(node("kcm-ipam-new"))
                .awaitQuiet()
                .restart()
                .given(node("kcm-ipam-newest"))
                .awaitQuiet()
                .then(node("kcm-ipam-new"))
                .satisfies(it -> assertThat(ranges(it)).containsExactly("10.9.1.0/24"))
                .then(node("kcm-ipam-newest"))
                .satisfies(it -> assertThat(ranges(it)).containsExactly("10.9.2.0/24"));
    }

    private static AnyObjectBuilder<Node> addressed(String name, String range) {
        return node(name).with(it -> it.withSpec(spec -> spec.podCIDR(range).podCIDRs(List.of(range))));
    }

    private static List<String> ranges(Node node) {
        return node.spec().podCIDRs();
    }
}
