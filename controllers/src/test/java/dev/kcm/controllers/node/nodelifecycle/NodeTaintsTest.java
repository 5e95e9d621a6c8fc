package dev.kcm.controllers.node.nodelifecycle;

import static dev.kcm.controllers.node.nodelifecycle.Nodes.at;
import static dev.kcm.controllers.node.nodelifecycle.Nodes.condition;
import static dev.kcm.controllers.node.nodelifecycle.Nodes.node;
import static dev.kcm.controllers.node.nodelifecycle.Nodes.ready;
import static dev.kcm.controllers.node.nodelifecycle.Nodes.taint;
import static dev.kcm.controllers.node.nodelifecycle.Nodes.tainted;
import static dev.kcm.controllers.node.nodelifecycle.Nodes.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.controllers.node.nodelifecycle.NodeTaints.Eviction;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.Taint;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeTaintsTest {
    private static final Taint OWN = taint("example.com/mine", "NoSchedule");

    @Test
    void conditions_become_taints_that_keep_pods_away() {
        var node = with(
                tainted(node("n"), OWN),
                ready("False"),
                condition("MemoryPressure", "True", at(0)),
                condition("DiskPressure", "Unknown", at(0)),
                condition("NetworkUnavailable", "True", at(0)));
        assertThat(changed(node, Eviction.KEEP))
                .containsExactly(
                        "example.com/mine:NoSchedule",
                        "node.kubernetes.io/memory-pressure:NoSchedule",
                        "node.kubernetes.io/network-unavailable:NoSchedule",
                        "node.kubernetes.io/not-ready:NoSchedule");
    }

    @Test
    void a_node_that_is_ready_loses_them() {
        var node = with(tainted(node("n"), taint(NodeTaints.NOT_READY, "NoSchedule"), OWN), ready("True"));
        assertThat(changed(node, Eviction.KEEP)).containsExactly("example.com/mine:NoSchedule");
    }

    @Test
    void a_node_of_which_nothing_is_known_keeps_none() {
        assertThat(changed(tainted(node("n"), taint(NodeTaints.NOT_READY, "NoSchedule")), Eviction.KEEP))
                .isEmpty();
    }

    @Test
    void a_cordoned_node_says_so() {
        var node = with(node("n").withSpec(spec -> spec.unschedulable(true)), ready("True"));
        assertThat(changed(node, Eviction.KEEP)).containsExactly("node.kubernetes.io/unschedulable:NoSchedule");
    }

    @Test
    void nothing_changes_where_all_is_as_it_should_be() {
        var node = with(tainted(node("n"), taint(NodeTaints.UNREACHABLE, "NoSchedule")), ready("Unknown"));
        assertThat(NodeTaints.changed(node, Eviction.KEEP, at(0))).isEmpty();
    }

    @Test
    void evicting_taints_come_and_go_by_order_only() {
        var unknown = with(tainted(node("n"), taint(NodeTaints.UNREACHABLE, "NoSchedule")), ready("Unknown"));
        assertThat(changed(unknown, Eviction.UNREACHABLE))
                .containsExactly(
                        "node.kubernetes.io/unreachable:NoSchedule", "node.kubernetes.io/unreachable:NoExecute");
        var evicting = with(tainted(node("n"), taint(NodeTaints.UNREACHABLE, "NoExecute")), ready("True"));
        assertThat(NodeTaints.changed(evicting, Eviction.KEEP, at(0))).isEmpty();
        assertThat(changed(evicting, Eviction.NONE)).isEmpty();
        assertThat(changed(evicting, Eviction.NOT_READY)).containsExactly("node.kubernetes.io/not-ready:NoExecute");
    }

    @Test
    void a_taint_that_stays_keeps_its_time() {
        var old = Taint.builder()
                .key(NodeTaints.UNREACHABLE)
                .effect("NoSchedule")
                .timeAdded(at(0))
                .build();
        var node = with(tainted(node("n"), old), ready("Unknown"));
        assertThat(NodeTaints.changed(node, Eviction.UNREACHABLE, at(9)).orElseThrow())
                .contains(old)
                .anySatisfy(taint -> assertThat(taint.timeAdded()).contains(at(9)));
    }

    private static List<String> changed(Node node, Eviction eviction) {
        return NodeTaints.changed(node, eviction, at(0)).orElseThrow().stream()
                .map(taint -> taint.key() + ":" + taint.effect())
                .toList();
    }
}
