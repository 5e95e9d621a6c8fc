package dev.kcm.cluster.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.value.Quantity;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlacementTest {
    private final NodeLoads loads = new NodeLoads();

    @Test
    void the_node_with_the_fewest_pods_is_taken() {
        loads.place(pod("1", "1"), "node-1");

        assertThat(placed(pod("2", "1"), node("node-1"), node("node-2"))).isEqualTo(new Placement.On("node-2"));
    }

    @Test
    void what_was_asked_for_is_counted_until_the_pod_goes() {
        loads.place(pod("1", "3"), "node-1");

        assertThat(placed(pod("2", "2"), node("node-1")))
                .isEqualTo(new Placement.Nowhere("0/1 nodes are available: 1 Insufficient cpu."));
        assertThat(loads.remove("1")).isTrue();
        assertThat(placed(pod("2", "2"), node("node-1"))).isEqualTo(new Placement.On("node-1"));
    }

    @Test
    void a_taint_keeps_away_whoever_does_not_tolerate_it() {
        var tainted = node("node-1")
                .withSpec(spec ->
                        spec.addTaints(it -> it.key("dedicated").value("db").effect("NoSchedule")));
        var tolerant = pod("1", "1")
                .withSpec(spec -> spec.addTolerations(it -> it.key("dedicated").operator("Exists")));

        assertThat(placed(pod("2", "1"), tainted)).isInstanceOf(Placement.Nowhere.class);
        assertThat(placed(tolerant, tainted)).isEqualTo(new Placement.On("node-1"));
    }

    @Test
    void a_node_selector_is_honoured() {
        var picky = pod("1", "1").withSpec(spec -> spec.putNodeSelector("disk", "ssd"));
        var fast = node("node-2").withMetadata(metadata -> metadata.putLabels("disk", "ssd"));

        assertThat(placed(picky, node("node-1"), fast)).isEqualTo(new Placement.On("node-2"));
        assertThat(placed(picky, node("node-1")))
                .isEqualTo(new Placement.Nowhere(
                        "0/1 nodes are available: 1 node(s) didn't match Pod's node" + " affinity/selector."));
    }

    @Test
    void a_cordoned_node_takes_nobody() {
        assertThat(placed(pod("1", "1"), node("node-1").withSpec(spec -> spec.unschedulable(true))))
                .isEqualTo(new Placement.Nowhere("0/1 nodes are available: 1 node(s) were unschedulable."));
    }

    private Placement placed(Pod pod, Node... nodes) {
        return Placement.of(pod, List.of(nodes), loads::on, _ -> "");
    }

    private static Node node(String name) {
        return Node.builder()
                .metadata(metadata -> metadata.name(name))
                .status(status ->
                        status.putAllocatable("cpu", Quantity.parse("4")).putAllocatable("pods", Quantity.parse("10")))
                .build();
    }

    private static Pod pod(String uid, String cpu) {
        return Pod.builder()
                .metadata(metadata ->
                        metadata.name("pod-" + uid).namespace("default").uid(uid))
                .spec(spec -> spec.addContainers(it ->
                        it.name("main").resources(resources -> resources.putRequests("cpu", Quantity.parse(cpu)))))
                .build();
    }
}
