package dev.kcm.conformance.node;

import static dev.kcm.testing.scenario.Actions.delete;
import static dev.kcm.testing.scenario.Builders.node;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.Node;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/// What holds for the address ranges of nodes on a cluster that has other nodes, too; [NodeIpamScenarioTest] has one to
/// itself. The network is that of the real cluster, whose nodes have ranges of it.
@KubeScenario(
        controllers = "node-ipam-controller",
        wholeCluster = true,
        managerFlags = {"--allocate-node-cidrs", "--cluster-cidr=10.128.0.0/9"})
@Isolated("its nodes are everybody's")
class NodeRangesScenarioTest {
    @Test
    void every_node_gets_a_range_of_its_own_also_after_another_took_over(Scenario scenario) {
        var given = new ArrayList<String>();
        scenario.given(node("kcm-range-a")).awaitQuiet();
        scenario.then(node("kcm-range-a")).satisfies(it -> given.addAll(ranges(it)));
        scenario.restart().given(node("kcm-range-b")).awaitQuiet();
        scenario.then(node("kcm-range-b")).satisfies(it -> given.addAll(ranges(it)));

        assertThat(given)
                .hasSize(2)
                .doesNotHaveDuplicates()
                .allSatisfy(range -> assertThat(range).startsWith("10.").endsWith(".0/24"));
        scenario.then(node("kcm-range-a"))
                .satisfies(it -> assertThat(ranges(it)).containsExactly(given.getFirst()));
    }

    @Test
    void a_range_that_a_node_brings_along_stays(Scenario scenario) {
        scenario.given(node("kcm-range-own")
                        .with(it -> it.withSpec(
                                spec -> spec.podCIDR("10.250.77.0/24").podCIDRs(List.of("10.250.77.0/24")))))
                .given(node("kcm-range-other"))
                .awaitQuiet()
                .then(node("kcm-range-own"))
                .satisfies(it -> assertThat(ranges(it)).containsExactly("10.250.77.0/24"))
                .then(node("kcm-range-other"))
                .satisfies(it -> assertThat(ranges(it)).hasSize(1).doesNotContain("10.250.77.0/24"));
    }

    @Test
    @KubeScenario(
            controllers = "node-ipam-controller",
            wholeCluster = true,
            managerFlags = {
                "--allocate-node-cidrs",
                "--cluster-cidr=10.128.0.0/9,fd80::/56",
                "--node-cidr-mask-size-ipv4=26",
                "--node-cidr-mask-size-ipv6=72"
            })
    void with_two_families_it_gets_one_of_each_of_the_sizes_asked_for(Scenario scenario) {
        scenario.given(node("kcm-range-two")).awaitQuiet();
        scenario.then(node("kcm-range-two"))
                .satisfies(it -> assertThat(ranges(it))
                        .satisfiesExactly(
                                first -> assertThat(first).startsWith("10.").endsWith("/26"),
                                second -> assertThat(second).startsWith("fd80:").endsWith("/72")));
    }

    @Test
    void a_node_that_goes_at_once_leaves_nothing_behind(Scenario scenario) {
        scenario.given(node("kcm-range-brief")).when(delete(node("kcm-range-brief")));
        scenario.given(node("kcm-range-stays")).awaitQuiet();
        scenario.then(node("kcm-range-brief"))
                .isGone()
                .then(node("kcm-range-stays"))
                .satisfies(it -> assertThat(ranges(it)).hasSize(1));
    }

    private static List<String> ranges(Node node) {
        return node.spec().podCIDRs();
    }
}
