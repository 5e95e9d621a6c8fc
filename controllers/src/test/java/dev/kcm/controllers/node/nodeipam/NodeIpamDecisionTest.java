package dev.kcm.controllers.node.nodeipam;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.Node;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.meta.v1.Status;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NodeIpamDecisionTest {
    private static final Optional<ApiFailure> NO_ANSWER = Optional.of(new ApiFailure.Timeout(Status.EMPTY));

    @Test
    void every_node_gets_a_range_of_each_family_in_their_order() {
        var loop = new IpamDriver("--cluster-cidr=fd00::/56,10.0.0.0/22").starting(node("a"), node("b"));
        assertThat(loop.written())
                .containsExactly(
                        "patch a {\"podCIDR\":\"fd00::/64\",\"podCIDRs\":[\"fd00::/64\",\"10.0.0.0/24\"]}",
                        "patch b {\"podCIDR\":\"fd00:0:0:1::/64\",\"podCIDRs\":[\"fd00:0:0:1::/64\",\"10.0.1.0/24\"]}");
    }

    @Test
    void nothing_is_given_away_before_all_nodes_are_known() {
        var loop = new IpamDriver("--cluster-cidr=10.0.0.0/22");
        loop.shows(node("a"));
        assertThat(loop.written()).isEmpty();
        loop.shows(with(node("b"), "10.0.0.0/24")).listed();
        assertThat(loop.written()).containsExactly(patch("a", "10.0.1.0/24"));
    }

    @Test
    void services_keep_their_addresses() {
        var loop = new IpamDriver("--cluster-cidr=10.0.0.0/22", "--service-cluster-ip-range=10.0.0.0/23")
                .starting(node("a"));
        assertThat(loop.written()).containsExactly(patch("a", "10.0.2.0/24"));
    }

    @Test
    void the_range_of_a_node_that_goes_is_free() {
        var loop = new IpamDriver("--cluster-cidr=10.0.0.0/24").starting(node("a"));
        assertThat(loop.written()).containsExactly(patch("a", "10.0.0.0/24"));
        loop.goes(node("a")).shows(node("b"));
        assertThat(loop.written()).containsExactly(patch("b", "10.0.0.0/24"));
    }

    @Test
    void a_node_for_which_nothing_is_left_waits_for_another_to_go() {
        var loop = new IpamDriver("--cluster-cidr=10.0.0.0/24").starting(node("a"), node("b"), node("c"));
        assertThat(loop.written())
                .containsExactly(
                        patch("a", "10.0.0.0/24"),
                        "b CIDRNotAvailable: Node b status is now: CIDRNotAvailable",
                        "c CIDRNotAvailable: Node c status is now: CIDRNotAvailable");
        assertThat(loop.picture()).contains("10.0.0.0/24: 1 of 1 blocks of /24 are taken", "waiting: [b, c]");
        loop.goes(node("a"));
        assertThat(loop.written()).containsExactly(patch("b", "10.0.0.0/24"));
        loop.passes(1);
        assertThat(loop.written())
                .as("users are reminded")
                .containsExactly("c CIDRNotAvailable: Node c status is now: CIDRNotAvailable");
    }

    @Test
    void nothing_leaks_when_one_family_is_full() {
        var loop = new IpamDriver("--cluster-cidr=10.0.0.0/22,fd00::/64").starting(node("a"), node("b"));
        loop.passes(100);
        assertThat(loop.picture()).contains("10.0.0.0/22: 1 of 4 blocks", "fd00::/64: 1 of 1 blocks");
        loop.written();
        loop.goes(node("a"));
        assertThat(loop.written())
                .containsExactly("patch b {\"podCIDR\":\"10.0.1.0/24\",\"podCIDRs\":[\"10.0.1.0/24\",\"fd00::/64\"]}");
    }

    /// Whoever does not answer may have done it.
    @Test
    void what_a_node_may_have_got_is_nobody_elses() {
        var loop = new IpamDriver("--cluster-cidr=10.0.0.0/23").starting().answering(NO_ANSWER);
        loop.shows(node("a"));
        assertThat(loop.written())
                .containsExactly(
                        "refused " + patch("a", "10.0.0.0/24"),
                        "refused " + patch("a", "10.0.0.0/24"),
                        "refused " + patch("a", "10.0.0.0/24"),
                        "a CIDRAssignmentFailed: Node a status is now: CIDRAssignmentFailed");
        loop.answering(Optional.empty()).shows(node("b"));
        assertThat(loop.written()).containsExactly(patch("b", "10.0.1.0/24"));
        loop.passes(1);
        assertThat(loop.written()).containsExactly(patch("a", "10.0.0.0/24"));
    }

    @Test
    void a_node_that_got_another_range_meanwhile_keeps_that() {
        var loop = new IpamDriver("--cluster-cidr=10.0.0.0/23").starting().answering(NO_ANSWER);
        loop.shows(node("a")).shows(with(node("a"), "10.0.1.0/24")).answering(Optional.empty());
        loop.written();
        loop.passes(10).shows(node("b"));
        assertThat(loop.written()).containsExactly(patch("b", "10.0.0.0/24"));
    }

    @Test
    void a_watch_that_is_behind_our_own_write_is_not_believed() {
        var loop = new IpamDriver("--cluster-cidr=10.0.0.0/22").starting(node("a"));
        loop.written();
        loop.shows(node("a").withMetadata(it -> it.deletionTimestamp(IpamDriver.START)), node("a"));
        assertThat(loop.written()).isEmpty();
    }

    @Test
    void another_node_of_the_name_gets_its_own() {
        var loop = new IpamDriver("--cluster-cidr=10.0.0.0/24").starting(node("a"));
        loop.written();
        loop.shows(node("a").withMetadata(it -> it.uid("later").resourceVersion("900")));
        assertThat(loop.written()).containsExactly(patch("a", "10.0.0.0/24"));
    }

    @Test
    void a_node_that_is_being_deleted_gets_nothing() {
        var loop = new IpamDriver("--cluster-cidr=10.0.0.0/24")
                .starting(node("a").withMetadata(it -> it.deletionTimestamp(IpamDriver.START)));
        assertThat(loop.written()).isEmpty();
    }

    @Test
    void a_node_with_less_than_all_families_gets_no_more() {
        var loop = new IpamDriver("--cluster-cidr=10.0.0.0/22,fd00::/56").starting(with(node("a"), "10.0.0.0/24"));
        assertThat(loop.written()).isEmpty();
        assertThat(loop.picture()).contains("10.0.0.0/22: 1 of 4 blocks", "fd00::/56: 0 of 256 blocks");
    }

    @Test
    void ranges_that_are_not_the_clusters_are_left_alone() {
        var loop = new IpamDriver("--cluster-cidr=10.0.0.0/22")
                .starting(with(node("a"), "192.168.0.0/24", "fd00::/64"), with(node("b"), "nonsense"), node("c"));
        assertThat(loop.written()).containsExactly(patch("c", "10.0.0.0/24"));
    }

    @Test
    void two_nodes_with_one_range_both_have_to_go_before_it_is_free() {
        var loop = new IpamDriver("--cluster-cidr=10.0.0.0/24")
                .starting(with(node("a"), "10.0.0.0/24"), with(node("b"), "10.0.0.0/24"), node("c"));
        loop.written();
        loop.goes(node("a"));
        assertThat(loop.written()).isEmpty();
        loop.goes(node("b"));
        assertThat(loop.written()).containsExactly(patch("c", "10.0.0.0/24"));
    }

    private static Node node(String name) {
        return Node.builder()
                .metadata(it -> it.name(name).uid(name).resourceVersion("1"))
                .build();
    }

    private static Node with(Node node, String... ranges) {
        return node.withSpec(spec -> spec.podCIDR(ranges[0]).podCIDRs(List.of(ranges)));
    }

    private static String patch(String node, String range) {
        return "patch %s {\"podCIDR\":\"%s\",\"podCIDRs\":[\"%s\"]}".formatted(node, range, range);
    }
}
