package dev.kcm.controllers.workload.daemonset;

import static dev.kcm.controllers.workload.daemonset.DaemonSetWorld.NOW;
import static dev.kcm.controllers.workload.daemonset.DaemonSetWorld.OLD;
import static dev.kcm.controllers.workload.daemonset.DaemonSetWorld.deleting;
import static dev.kcm.controllers.workload.daemonset.DaemonSetWorld.limits;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.operation.Operation;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.testing.Planned;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RollingUpdateTest {

    // ---- without surge

    @Test
    void as_many_go_as_may_be_unavailable() {
        var world = DaemonSetWorld.of(5, limits("2", "0"));
        outdatedEverywhere(world, 5);

        assertThat(deleted(world.decided())).hasSize(2);
    }

    @Test
    void percentages_are_rounded_up() {
        var world = DaemonSetWorld.of(5, limits("25%", "0"));
        outdatedEverywhere(world, 5);

        assertThat(deleted(world.decided())).hasSize(2);
    }

    @Test
    void a_set_without_limits_is_updated_one_by_one() {
        var world = DaemonSetWorld.of(3, limits("0", "0"));
        outdatedEverywhere(world, 3);

        assertThat(deleted(world.decided())).hasSize(1);
    }

    @Test
    void new_pods_that_are_not_available_hold_up_the_others() {
        var world = DaemonSetWorld.of(3, limits("1", "0"));
        world.pods(world.unready("node-0"), world.outdated("node-1"), world.outdated("node-2"));

        var plan = world.decided();

        assertThat(plan.isNothing()).isTrue();
        assertThat(plan.why())
                .isEqualTo("waits for pod agent-node-0 on node node-0 to be available before it updates the next;"
                        + " pods of 1 nodes are unavailable, and 1 may be");
    }

    @Test
    void a_pod_that_is_going_counts_as_unavailable() {
        var world = DaemonSetWorld.of(2, limits("1", "0"));
        world.pods(deleting(world.outdated("node-0")), world.outdated("node-1"));

        assertThat(world.decided().isNothing()).isTrue();
        assertThat(world.decided().why()).startsWith("waits for pod agent-old-node-0 on node node-0 to terminate");
    }

    @Test
    void old_pods_that_are_not_available_go_whatever_the_limit() {
        var world = DaemonSetWorld.of(3, limits("1", "0"));
        world.pods(
                world.unready("node-0"), world.pod("agent-old-node-1", "node-1", OLD, "1"), world.outdated("node-2"));

        assertThat(deleted(world.decided())).containsExactly("agent-old-node-1");
    }

    @Test
    void ready_for_too_short_a_time_is_not_available() {
        var world = DaemonSetWorld.of(2, limits("1", "0").andThen(spec -> spec.minReadySeconds(30)));
        world.pods(DaemonSetWorld.readySince(world.unready("node-0"), NOW.minusSeconds(10)), world.outdated("node-1"));

        assertThat(world.decided().isNothing()).isTrue();
        assertThat(world.decided().why()).startsWith("waits for pod agent-node-0 on node node-0 to be ready for 30 s");
        assertThat(deleted(world.at(Duration.ofSeconds(20)).decided())).containsExactly("agent-old-node-1");
    }

    @Test
    void a_template_that_is_only_written_otherwise_restarts_nobody() {
        var world = DaemonSetWorld.of(1);
        world.pods(DaemonSetWorld.ready(world.pod("agent-a", "node-0", OLD, "2")));

        assertThat(world.decided().isNothing()).isTrue();
        assertThat(world.status().updatedNumberScheduled()).isEqualTo(1);
    }

    @Test
    void nothing_is_updated_before_every_node_has_a_pod() {
        var world = DaemonSetWorld.of(2);
        world.pods(world.outdated("node-0"));

        assertThat(deleted(world.decided())).isEmpty();
        assertThat(nodes(world.decided())).containsExactly("node-1");
    }

    @Test
    void pods_go_when_they_are_deleted_where_it_says_so() {
        var world = DaemonSetWorld.of(1, spec -> spec.updateStrategy(it -> it.type("OnDelete")));
        world.pods(world.outdated("node-0"));

        assertThat(world.decided().isNothing()).isTrue();
    }

    // ---- with surge

    @Test
    void new_pods_come_up_beside_old_ones() {
        var world = DaemonSetWorld.of(5, limits("0", "2"));
        outdatedEverywhere(world, 5);

        assertThat(nodes(world.decided())).hasSize(2);
        assertThat(deleted(world.decided())).isEmpty();
    }

    @Test
    void an_old_pod_goes_when_the_new_one_is_available() {
        var world = DaemonSetWorld.of(2, limits("0", "1"));
        world.pods(world.outdated("node-0"), world.ready("node-0"), world.outdated("node-1"));

        assertThat(deleted(world.decided())).containsExactly("agent-old-node-0");
    }

    @Test
    void an_old_pod_stays_while_the_new_one_is_not() {
        var world = DaemonSetWorld.of(2, limits("0", "1"));
        world.pods(world.outdated("node-0"), world.unready("node-0"), world.outdated("node-1"));

        assertThat(world.decided().isNothing()).isTrue();
        assertThat(world.decided().why())
                .isEqualTo("waits for pod agent-node-0 on node node-0 to be available before it updates the next;"
                        + " 1 nodes have two pods, and 1 may");
    }

    @Test
    void an_old_pod_that_is_not_ready_goes_at_once() {
        var world = DaemonSetWorld.of(1, limits("0", "1"));
        world.pods(world.pod("agent-old", "node-0", OLD, "1"), world.unready("node-0"));

        assertThat(deleted(world.decided())).containsExactly("agent-old");
    }

    @Test
    void an_old_pod_that_is_not_available_gets_its_new_one_whatever_the_limit() {
        var world = DaemonSetWorld.of(3, limits("0", "1"));
        world.pods(
                world.outdated("node-0"),
                world.unready("node-0"),
                world.pod("agent-old-1", "node-1", OLD, "1"),
                world.outdated("node-2"));

        assertThat(nodes(world.decided())).containsExactly("node-1");
    }

    @Test
    void a_new_pod_comes_beside_one_that_terminates() {
        var world = DaemonSetWorld.of(1, limits("0", "1"));
        world.pods(deleting(world.outdated("node-0")));

        assertThat(nodes(world.decided())).containsExactly("node-0");
    }

    @Test
    void available_pods_stay_on_nodes_left_until_there_are_enough_elsewhere() {
        var world = DaemonSetWorld.of(2, limits("0", "1"));
        world.node("left", Map.of(), spec -> spec.addTaints(it -> it.key("x").effect("NoSchedule")));
        world.pods(world.outdated("left"), world.ready("node-0"), world.unready("node-1"));

        assertThat(world.decided().isNothing()).isTrue();
        assertThat(deleted(world.pods(world.ready("node-1")).decided())).containsExactly("agent-old-left");
    }

    @Test
    void a_node_that_is_gone_does_not_stop_the_others() {
        var world = DaemonSetWorld.of(1, limits("0", "1"));
        world.pods(world.outdated("gone"), world.outdated("node-0"));

        assertThat(nodes(world.decided())).containsExactly("node-0");
    }

    @Test
    void of_too_many_the_oldest_of_each_template_stays() {
        var world = DaemonSetWorld.of(1, limits("0", "1"));
        world.pods(
                world.outdated("node-0"),
                DaemonSetWorld.created(
                        DaemonSetWorld.ready(world.pod("agent-old-b", "node-0", OLD, "1")), NOW.minusSeconds(5)),
                world.unready("node-0"),
                DaemonSetWorld.created(world.pod("agent-c", "node-0", world.hash(), "2"), NOW.minusSeconds(5)));

        assertThat(deleted(world.decided())).containsExactlyInAnyOrder("agent-old-b", "agent-c");
    }

    private static void outdatedEverywhere(DaemonSetWorld world, int nodes) {
        for (int i = 0; i < nodes; i++) {
            world.pods(world.outdated("node-" + i));
        }
    }

    private static List<String> deleted(Plan plan) {
        return Planned.in(plan).deletes().stream()
                .map(delete -> delete.key().name())
                .toList();
    }

    private static List<String> nodes(Plan plan) {
        return plan.steps()
                .flatMap(step -> step.as(Operation.Create.class).stream())
                .filter(create -> create.object() instanceof Pod)
                .flatMap(create -> TargetNode.of(LeanPod.of((Pod) create.object())).stream())
                .toList();
    }
}
