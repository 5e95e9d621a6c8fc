package dev.kcm.controllers.workload.daemonset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.Node;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What an event costs, in objects visited from the store that takes it in to the end of the sync, and in nodes that
/// are
/// looked at again.
class DaemonSetEventCostTest {

    @Test
    void an_event_of_a_pod_costs_as_much_with_ten_nodes_as_with_ten_thousand() {
        long few = visits(10, world -> world.pods(world.unready("node-7")));
        long many = visits(10_000, world -> world.pods(world.unready("node-7")));

        assertThat(many).isEqualTo(few).isBetween(1L, 20L);
    }

    @Test
    void an_event_of_a_node_walks_over_no_pods() {
        Consumer<DaemonSetWorld> tainted = world -> world.node(
                "node-7", Map.of(), spec -> spec.addTaints(it -> it.key("x").effect("NoExecute")));
        long few = visits(10, tainted);
        long many = visits(10_000, tainted);

        assertThat(many).isEqualTo(few).isBetween(1L, 20L);
    }

    @Test
    void only_the_node_that_changed_is_looked_at_again() {
        var world = filled(10_000);
        var before = world.observed().slots();

        world.pods(world.unready("node-7"));

        assertThat(renewed(before, world.observed().slots())).isLessThan(20);
    }

    @Test
    void what_is_kept_equals_what_is_made_anew() {
        var world = filled(200);
        world.pods(world.unready("node-7"), world.outdated("node-8"), world.outdated("elsewhere"))
                .node(
                        "node-9",
                        Map.of(),
                        spec -> spec.addTaints(it -> it.key("x").effect("NoExecute")));
        world.remove(
                Node.NODES, Node.builder().metadata(it -> it.name("node-11")).build());
        var kept = world.observed().slots();
        var anew = NodeSlots.of(Optional.empty(), kept.placement(), kept.nodes(), kept.pods());

        assertThat(kept.kinds(DaemonSetWorld.NOW)).isEqualTo(anew.kinds(DaemonSetWorld.NOW));
        assertThat(kept.kinds(DaemonSetWorld.NOW.minusSeconds(600)))
                .isEqualTo(anew.kinds(DaemonSetWorld.NOW.minusSeconds(600)));
        assertThat(kept.slots().sum()).isEqualTo(anew.slots().sum());
    }

    @Test
    void slots_of_one_kind_share_it() {
        var kinds = filled(100).observed().slots().find(Instant.MAX, 100, _ -> true).stream()
                .map(Slot::kind)
                .toList();

        assertThat(kinds).hasSize(100).allSatisfy(kind -> assertThat(kind).isSameAs(kinds.getFirst()));
    }

    private static long renewed(NodeSlots before, NodeSlots after) {
        var renewed = new AtomicLong();
        after.slots().differences(before.slots(), _ -> renewed.incrementAndGet());
        return renewed.get();
    }

    private static long visits(int nodes, Consumer<DaemonSetWorld> event) {
        var world = filled(nodes);
        world.stores().takeVisits();
        event.accept(world);
        var _ = world.synced();
        return world.stores().takeVisits();
    }

    /// One that has been synced before.
    private static DaemonSetWorld filled(int nodes) {
        var world = DaemonSetWorld.of(nodes);
        var hash = world.hash();
        for (var node : names(nodes)) {
            world.pods(DaemonSetWorld.ready(world.pod("agent-" + node, node, hash, "2")));
        }
        var _ = world.synced();
        return world;
    }

    private static List<String> names(int nodes) {
        return IntStream.range(0, nodes).mapToObj(i -> "node-" + i).toList();
    }
}
