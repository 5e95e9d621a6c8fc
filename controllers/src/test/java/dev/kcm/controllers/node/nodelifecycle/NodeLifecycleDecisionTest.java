package dev.kcm.controllers.node.nodelifecycle;

import static dev.kcm.controllers.node.nodelifecycle.Nodes.inZone;
import static dev.kcm.controllers.node.nodelifecycle.Nodes.node;
import static dev.kcm.controllers.node.nodelifecycle.Nodes.pod;
import static dev.kcm.controllers.node.nodelifecycle.Nodes.ready;
import static dev.kcm.controllers.node.nodelifecycle.Nodes.taint;
import static dev.kcm.controllers.node.nodelifecycle.Nodes.tainted;
import static dev.kcm.controllers.node.nodelifecycle.Nodes.versioned;
import static dev.kcm.controllers.node.nodelifecycle.Nodes.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.Node;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.meta.v1.Status;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NodeLifecycleDecisionTest {
    private final LoopDriver loop = new LoopDriver();

    @Test
    void a_node_that_becomes_ready_loses_the_taint_it_was_created_with() {
        loop.starting(tainted(node("a"), taint(NodeTaints.NOT_READY, "NoSchedule")));
        assertThat(loop.written()).as("nothing is known of it yet").containsExactly("patch nodes a []");
        loop.shows(versioned(with(tainted(node("b"), taint(NodeTaints.NOT_READY, "NoSchedule")), ready("True")), 50));
        assertThat(loop.written()).containsExactly("patch nodes b []");
    }

    @Test
    void every_node_is_registered_once() {
        loop.starting(healthy("a")).passes(20);
        assertThat(loop.events())
                .containsExactly("event a RegisteredNode: Node a event: Registered Node a in Controller");
        loop.send(new NodeEvent.NodeGone(healthy("a"))).passes(5);
        assertThat(loop.events())
                .containsExactly("event a RemovingNode: Node a event: Removing Node a from Controller");
    }

    @Test
    void a_silent_node_is_marked_tainted_and_its_pods_are_not_ready() {
        loop.starting(healthy("a"), healthy("b")).shows(pod("one", "a", "True"), pod("two", "a", "False"));
        loop.written();
        for (int time = 0; time < 60; time += 10) {
            loop.renews("b").passes(10);
        }
        assertThat(loop.written())
                .containsExactly(
                        "update nodes/status a",
                        "patch nodes a [unreachable:NoSchedule]",
                        "patch pods/status shop/one",
                        "patch nodes a [unreachable:NoSchedule, unreachable:NoExecute]");
    }

    @Test
    void users_are_told_that_a_node_is_not_ready() {
        loop.starting(healthy("a"), healthy("b")).shows(pod("one", "a", "True"));
        loop.events();
        for (int time = 0; time < 60; time += 10) {
            loop.renews("b").passes(10);
        }
        assertThat(loop.events())
                .contains(
                        "event a NodeNotReady: Node a status is now: NodeNotReady",
                        "event one NodeNotReady: Node is not ready");
    }

    @Test
    void a_kubelet_that_says_it_is_not_ready_is_believed_and_its_pods_are_left_alone() {
        loop.starting(healthy("a"), healthy("b")).shows(pod("one", "a", "True"));
        loop.written();
        loop.renews("a", "b")
                .shows(versioned(with(node("a"), ready("False")), 50))
                .passes(10);
        assertThat(loop.written())
                .containsExactly(
                        "patch nodes a [not-ready:NoSchedule]",
                        "patch nodes a [not-ready:NoSchedule, not-ready:NoExecute]");
    }

    @Test
    void a_pod_bound_to_a_lost_node_is_marked_later() {
        loop.starting(with(node("a"), ready("Unknown")), healthy("b"));
        loop.written();
        loop.shows(pod("late", "a", "True"));
        assertThat(loop.written()).containsExactly("patch pods/status shop/late");
    }

    @Test
    void pods_that_nobody_marked_before_a_crash_are_marked_at_the_start() {
        loop.shows(pod("one", "a", "True")).starting(with(node("a"), ready("Unknown")), healthy("b"));
        assertThat(loop.written()).contains("patch pods/status shop/one");
    }

    @Test
    void lost_nodes_are_evicted_one_every_ten_seconds() {
        var nodes = IntStream.range(0, 12)
                .mapToObj(i -> i < 4 ? with(node("n" + i), ready("Unknown")) : healthy("n" + i))
                .toArray(Node[]::new);
        loop.starting(nodes);
        assertThat(loop.written().stream().filter(it -> it.contains("NoExecute")))
                .hasSize(1);
        for (int turn = 0; turn < 3; turn++) {
            renewAll(nodes);
            loop.passes(10);
            assertThat(loop.written().stream().filter(it -> it.contains("NoExecute")))
                    .hasSize(1);
        }
        loop.passes(10);
        assertThat(loop.written()).isEmpty();
    }

    @Test
    void a_zone_lost_in_large_part_evicts_nobody() {
        loop.starting(
                with(node("a"), ready("Unknown")),
                with(node("b"), ready("Unknown")),
                with(node("c"), ready("Unknown")),
                healthy("d"));
        loop.written();
        loop.renews("d").passes(40);
        assertThat(loop.written()).isEmpty();
        assertThat(loop.picture()).contains("PARTIAL_DISRUPTION", "evicts 0.0 nodes per second");
    }

    @Test
    void when_all_zones_are_lost_evictions_end_and_taints_are_taken_back() {
        loop.starting(healthy("a"), inZone(healthy("b"), "other")).passes(40);
        loop.written();
        loop.renews("b").passes(20);
        assertThat(loop.written()).contains("patch nodes a [unreachable:NoSchedule, unreachable:NoExecute]");
        loop.passes(60);
        assertThat(loop.written())
                .containsExactly(
                        "update nodes/status b",
                        "patch nodes b [unreachable:NoSchedule]",
                        "patch nodes a [unreachable:NoSchedule]");
        loop.passes(300);
        assertThat(loop.written()).isEmpty();
    }

    @Test
    void a_start_takes_evicting_taints_and_gives_them_back_in_turn() {
        var lost = with(
                tainted(
                        node("a"),
                        taint(NodeTaints.UNREACHABLE, "NoSchedule"),
                        taint(NodeTaints.UNREACHABLE, "NoExecute")),
                ready("Unknown"));
        loop.starting(lost, healthy("b"));
        assertThat(loop.written())
                .containsExactly(
                        "patch nodes a [unreachable:NoSchedule]",
                        "patch nodes a [unreachable:NoSchedule, unreachable:NoExecute]");
    }

    @Test
    void one_evicting_taint_is_swapped_for_the_other_at_once() {
        loop.starting(with(node("a"), ready("Unknown")), healthy("b"));
        loop.written();
        loop.shows(versioned(
                        with(
                                tainted(
                                        node("a"),
                                        taint(NodeTaints.UNREACHABLE, "NoSchedule"),
                                        taint(NodeTaints.UNREACHABLE, "NoExecute")),
                                ready("False")),
                        500))
                .passes(5);
        assertThat(loop.written())
                .containsExactly(
                        "patch nodes a [unreachable:NoExecute, not-ready:NoSchedule]",
                        "patch nodes a [not-ready:NoSchedule, not-ready:NoExecute]");
    }

    @Test
    void a_node_that_comes_back_is_no_longer_evicted() {
        loop.starting(with(node("a"), ready("Unknown")), healthy("b"));
        loop.written();
        loop.shows(versioned(with(tainted(node("a"), taint(NodeTaints.UNREACHABLE, "NoExecute")), ready("True")), 500))
                .passes(5);
        assertThat(loop.written()).containsExactly("patch nodes a []");
    }

    @Test
    void a_refused_write_is_tried_again_with_longer_pauses() {
        loop.starting(healthy("a"));
        loop.written();
        var broken = new ApiFailure.ServerError(
                Status.builder().code(500).message("no").build());
        loop.refusing(Optional.of(broken))
                .shows(versioned(with(node("a"), ready("False")), 50))
                .passes(4);
        assertThat(loop.written()).hasSizeBetween(4, 8);
        loop.refusing(Optional.empty()).passes(10);
        assertThat(loop.written().getFirst()).isEqualTo("patch nodes a [not-ready:NoSchedule]");
    }

    private void renewAll(Node... nodes) {
        for (var node : nodes) {
            loop.renews(node.name());
        }
    }

    private static Node healthy(String name) {
        return with(node(name), ready("True"));
    }
}
