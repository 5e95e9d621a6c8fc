package dev.kcm.controllers.workload.daemonset;

import static dev.kcm.controllers.workload.daemonset.DaemonSetWorld.NOW;
import static dev.kcm.controllers.workload.daemonset.DaemonSetWorld.created;
import static dev.kcm.controllers.workload.daemonset.DaemonSetWorld.deleting;
import static dev.kcm.controllers.workload.daemonset.DaemonSetWorld.phase;
import static dev.kcm.controllers.workload.daemonset.DaemonSetWorld.unbound;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.meta.v1.LabelSelector;
import dev.kcm.model.operation.Operation;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.testing.Planned;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DaemonSetDecisionTest {

    // ---- which pods there are

    @Test
    void a_new_set_gets_its_revision_and_a_pod_on_every_node() {
        var world = DaemonSetWorld.fresh(2, _ -> {});

        assertThat(lines(world.decided()))
                .containsExactly(
                        "IN_ORDER: create controllerrevisions agent-" + world.hash(),
                        "SLOW_START: create pods agent-*",
                        "SLOW_START: create pods agent-*");
        assertThat(nodes(world.decided())).containsExactlyInAnyOrder("node-0", "node-1");
    }

    @Test
    void a_pod_can_run_on_its_node_only() {
        var world = DaemonSetWorld.of(
                1,
                spec -> spec.template(template -> template.metadata(meta -> meta.putLabels("app", "agent"))
                        .spec(pod -> pod.putNodeSelector("a", "b")
                                .hostNetwork(true)
                                .affinity(affinity ->
                                        affinity.nodeAffinity(it -> it.requiredDuringSchedulingIgnoredDuringExecution(
                                                        selector -> selector.addNodeSelectorTerms(
                                                                term -> term.addMatchExpressions(one -> one.key("x")
                                                                        .operator("Exists"))))
                                                .addPreferredDuringSchedulingIgnoredDuringExecution(
                                                        one -> one.weight(3)))))));
        world.node("node-0", Map.of("a", "b", "x", ""), _ -> {});

        var pod = Planned.in(world.decided()).created(Pod.class).getFirst();

        assertThat(pod.metadata().generateName()).isEqualTo("agent-");
        assertThat(pod.labels())
                .containsEntry("controller-revision-hash", world.hash())
                .containsEntry("pod-template-generation", "2")
                .containsEntry("app", "agent");
        assertThat(pod.spec().nodeName()).isEmpty();
        assertThat(pod.spec().nodeSelector()).containsEntry("a", "b");
        var affinity = pod.spec().affinity().orElseThrow().nodeAffinity().orElseThrow();
        assertThat(affinity.preferredDuringSchedulingIgnoredDuringExecution()).hasSize(1);
        var terms = affinity.requiredDuringSchedulingIgnoredDuringExecution()
                .orElseThrow()
                .nodeSelectorTerms();
        assertThat(terms).hasSize(1);
        assertThat(terms.getFirst().matchExpressions()).isEmpty();
        assertThat(terms.getFirst().matchFields().getFirst().values()).containsExactly("node-0");
        assertThat(pod.spec().tolerations()).hasSize(7);
    }

    @Test
    void a_pod_that_waits_for_the_scheduler_has_its_node() {
        var world = DaemonSetWorld.of(1);

        world.pods(unbound(world.unready("node-0"), "node-0"));

        assertThat(lines(world.decided())).isEmpty();
    }

    @Test
    void a_pod_that_terminates_is_waited_for() {
        var world = DaemonSetWorld.of(1);

        world.pods(deleting(world.ready("node-0")));

        assertThat(lines(world.decided())).isEmpty();
    }

    @Test
    void a_pod_that_has_ended_and_is_held_by_a_finalizer_is_not() {
        var world = DaemonSetWorld.of(1);

        world.pods(deleting(phase(world.ready("node-0"), "Succeeded")));

        assertThat(nodes(world.decided())).containsExactly("node-0");
    }

    @Test
    void a_pod_that_ended_well_is_deleted_and_told() {
        var world = DaemonSetWorld.of(1);

        world.pods(phase(world.ready("node-0"), "Succeeded"));

        assertThat(lines(world.decided()))
                .containsExactly(
                        "TOGETHER: record event SucceededDaemonPod", "TOGETHER: delete pods default/agent-node-0");
    }

    @Test
    void of_several_pods_the_oldest_that_is_bound_stays() {
        var world = DaemonSetWorld.of(1);

        world.pods(
                unbound(created(world.pod("agent-a", "", world.hash(), "2"), NOW.minusSeconds(9000)), "node-0"),
                created(world.pod("agent-b", "node-0", world.hash(), "2"), NOW.minusSeconds(50)),
                created(world.pod("agent-c", "node-0", world.hash(), "2"), NOW.minusSeconds(70)));

        assertThat(lines(world.decided()))
                .containsExactlyInAnyOrder(
                        "TOGETHER: delete pods default/agent-a", "TOGETHER: delete pods default/agent-b");
    }

    @Test
    void who_has_no_business_on_a_node_goes() {
        var world = DaemonSetWorld.of(1);
        world.pods(world.ready("node-0"), world.ready("node-1"))
                .node(
                        "node-0",
                        Map.of(),
                        spec -> spec.addTaints(
                                taint -> taint.key("example.com/fire").effect("NoExecute")))
                .node(
                        "node-1",
                        Map.of(),
                        spec -> spec.addTaints(
                                taint -> taint.key("example.com/full").effect("NoSchedule")));

        assertThat(lines(world.decided())).containsExactly("TOGETHER: delete pods default/agent-node-0");
        assertThat(world.status().numberMisscheduled()).isEqualTo(2);
        assertThat(world.status().desiredNumberScheduled()).isZero();
    }

    @Test
    void pods_nobody_can_bind_any_more_go_and_bound_ones_are_left_to_the_pod_garbage_collector() {
        var world = DaemonSetWorld.of(0);

        world.pods(world.ready("gone"), unbound(world.pod("agent-b", "", world.hash(), "2"), "also-gone"));

        assertThat(lines(world.decided())).containsExactly("TOGETHER: delete pods default/agent-b");
    }

    @Test
    void pods_that_are_for_no_node_are_left_alone() {
        var world = DaemonSetWorld.of(1);

        world.pods(world.ready("node-0"), world.pod("agent-stray", "", world.hash(), "2"));

        assertThat(lines(world.decided())).isEmpty();
        assertThat(world.status().currentNumberScheduled()).isEqualTo(1);
    }

    @Test
    void no_more_than_a_burst_at_a_time() {
        var world = DaemonSetWorld.of(400);

        assertThat(nodes(world.decided())).hasSize(250);
    }

    @Test
    void nothing_is_done_for_a_set_that_goes() {
        var world = DaemonSetWorld.of(2).change(it -> it.withMetadata(meta -> meta.deletionTimestamp(NOW)));

        assertThat(lines(world.decided())).isEmpty();
        assertThat(lines(world.settled())).isEmpty();
    }

    @Test
    void a_set_that_selects_everything_is_told_so() {
        var world = DaemonSetWorld.of(1, spec -> spec.selector(LabelSelector.EMPTY));

        assertThat(lines(world.decided())).containsExactly("IN_ORDER: record event SelectingAll");
        assertThat(lines(world.settled())).isEmpty();
    }

    @Test
    void orphans_are_adopted_and_strangers_released_before_anything_else() {
        var world = DaemonSetWorld.of(2);
        var orphan = world.ready("node-0").withMetadata(it -> it.ownerReferences(List.of()));
        var stranger = world.ready("node-1").withMetadata(it -> it.putLabels("app", "other"));

        world.pods(orphan, stranger);

        assertThat(lines(world.decided()))
                .containsExactly(
                        "TOGETHER: patch pods default/agent-node-0", "TOGETHER: patch pods default/agent-node-1");
    }

    // ---- failing pods

    @Test
    void a_failed_pod_is_replaced_ever_later() {
        var world = DaemonSetWorld.of(1);
        var failed = phase(world.ready("node-0"), "Failed");
        world.pods(failed);

        assertThat(lines(world.synced()))
                .contains("TOGETHER: record event FailedDaemonPod", "TOGETHER: delete pods default/agent-node-0");
        assertThat(world.at(Duration.ofMillis(500)).decided().wakeIn()).contains(Duration.ofMillis(500));
        assertThat(world.decided().why()).contains("node-0");
        assertThat(world.at(Duration.ofSeconds(1)).synced().steps().filter(step -> step.isDelete()))
                .hasSize(1);
        assertThat(lines(world.at(Duration.ofMillis(2500)).decided())).isEmpty();
        assertThat(lines(world.at(Duration.ofSeconds(3)).decided())).hasSize(2);
    }

    @Test
    void a_set_that_changed_does_not_wait_for_what_failed_before() {
        var world = DaemonSetWorld.of(1);
        world.pods(phase(world.ready("node-0"), "Failed")).synced();

        assertThat(lines(world.decided())).isEmpty();
        world.change(it -> it.withStatus(status -> status.observedGeneration(7)));
        assertThat(lines(world.decided())).hasSize(2);
    }

    @Test
    void back_off_ends_at_a_quarter_of_an_hour_and_is_forgotten_after_half_an_hour() {
        var failed = FailedPods.NONE;
        for (int i = 0; i < 20; i++) {
            failed = failed.after(List.of("node-0"), NOW);
        }
        assertThat(failed.hold("node-0", NOW)).contains(Duration.ofMinutes(15));
        assertThat(failed.hold("node-1", NOW)).isEmpty();
        assertThat(failed.after(List.of(), NOW.plus(Duration.ofMinutes(31))).byNode())
                .isEmpty();
    }

    // ---- status

    @Test
    void counts_nodes_not_pods() {
        var world = DaemonSetWorld.of(4, spec -> spec.minReadySeconds(30));
        world.pods(
                world.ready("node-0"),
                DaemonSetWorld.readySince(world.unready("node-1"), NOW.minusSeconds(10)),
                world.outdated("node-2"),
                world.outdated("node-9"));
        world.node("node-9", Map.of(), spec -> spec.addTaints(it -> it.key("x").effect("NoSchedule")));

        var status = world.status();

        assertThat(status.observedGeneration()).isEqualTo(1);
        assertThat(status.desiredNumberScheduled()).isEqualTo(4);
        assertThat(status.currentNumberScheduled()).isEqualTo(3);
        assertThat(status.numberMisscheduled()).isEqualTo(1);
        assertThat(status.numberReady()).isEqualTo(3);
        assertThat(status.numberAvailable()).isEqualTo(2);
        assertThat(status.numberUnavailable()).isEqualTo(2);
        assertThat(status.updatedNumberScheduled()).isEqualTo(2);
        assertThat(world.settled().wakeIn()).contains(Duration.ofSeconds(20));
    }

    @Test
    void a_status_that_is_right_is_not_written() {
        var world = DaemonSetWorld.of(1);
        world.pods(world.ready("node-0"));
        var status = world.status();

        world.change(it -> it.withStatus(status));

        assertThat(lines(world.settled())).isEmpty();
    }

    // ---- which sets a node concerns

    @Test
    void a_heartbeat_concerns_nobody() {
        var world = DaemonSetWorld.of(1);
        var node = node(Map.of());
        var ready = node.withStatus(
                it -> it.addConditions(condition -> condition.type("Ready").status("True")));

        assertThat(world.keysOf(new Change.Updated<>(node, ready))).isEmpty();
        assertThat(world.keysOf(new Change.Updated<>(node, node.withSpec(it -> it.unschedulable(true)))))
                .isEmpty();
        assertThat(world.keysOf(new Change.Added<>(node, true))).isEmpty();
    }

    @Test
    void a_node_that_comes_goes_or_changes_sides_concerns_its_sets() {
        var world = DaemonSetWorld.of(
                1, spec -> spec.template(template -> template.spec(pod -> pod.putNodeSelector("disk", "ssd"))));
        var fits = node(Map.of("disk", "ssd"));
        var fitsNot = node(Map.of("disk", "slow"));

        assertThat(world.keysOf(new Change.Added<>(fits, false)))
                .containsExactly(world.set().key());
        assertThat(world.keysOf(new Change.Updated<>(fitsNot, fits))).hasSize(1);
        assertThat(world.keysOf(new Change.Updated<>(fits, fitsNot))).hasSize(1);
        assertThat(world.keysOf(new Change.Deleted<>(fits))).hasSize(1);
        assertThat(world.keysOf(new Change.Updated<>(fitsNot, node(Map.of("disk", "slower")))))
                .isEmpty();
    }

    private static Node node(Map<String, String> labels) {
        return Node.builder().metadata(it -> it.name("node-7").labels(labels)).build();
    }

    private static List<String> lines(Plan plan) {
        return Planned.in(plan).lines();
    }

    private static List<String> nodes(Plan plan) {
        return plan.steps()
                .flatMap(step -> step.as(Operation.Create.class).stream())
                .filter(create -> create.object() instanceof Pod)
                .flatMap(create -> TargetNode.of(LeanPod.of((Pod) create.object())).stream())
                .toList();
    }
}
