package dev.kcm.controllers.workload.daemonset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.apps.v1.ControllerRevision;
import dev.kcm.model.apps.v1.DaemonSet;
import dev.kcm.model.revision.ControllerRevisions;
import dev.kcm.model.value.RawJson;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.testing.Planned;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SetRevisionsTest {

    @Test
    void a_template_that_has_its_revision_gets_no_other() {
        var world = DaemonSetWorld.of(1);
        world.pods(world.ready("node-0"));

        assertThat(lines(world.synced())).containsExactly("IN_ORDER: update daemonsets/status default/agent");
        assertThat(world.observed().revisions().writes()).isEmpty();
    }

    @Test
    void a_template_that_was_there_before_gets_the_next_number() {
        var world = DaemonSetWorld.of(1);
        world.pods(world.ready("node-0")).revision(other(world, "agent-other", 4));

        var updated = Planned.in(world.decided()).updated(ControllerRevision.class);

        assertThat(updated).hasSize(1);
        assertThat(updated.getFirst().revision()).isEqualTo(5);
        assertThat(updated.getFirst().name()).isEqualTo("agent-" + world.hash());
    }

    @Test
    void a_revision_without_a_hash_gets_its_name_for_one() {
        var world = DaemonSetWorld.fresh(0, _ -> {});
        var made = ControllerRevisions.of(world.set(), 1);
        world.revision(made.withMetadata(it -> it.name("agent-7").labels(Map.of("app", "agent"))));

        var updated = Planned.in(world.decided()).updated(ControllerRevision.class);

        assertThat(updated.getFirst().labels()).containsEntry(Labels.REVISION, "agent-7");
    }

    @Test
    void a_name_that_another_template_has_is_counted() {
        var world = DaemonSetWorld.fresh(1, _ -> {});
        var made = ControllerRevisions.of(world.set(), 1);
        world.revision(made.withMetadata(it -> it.ownerReferences(List.of()).labels(Map.of("app", "stranger")))
                .withData(RawJson.of("{}")));

        var plan = world.decided();

        assertThat(lines(plan)).containsExactly("IN_ORDER: update daemonsets/status default/agent");
        assertThat(Planned.in(plan)
                        .statuses(DaemonSet.class)
                        .getFirst()
                        .status()
                        .collisionCount())
                .contains(1);
        assertThat(lines(world.settled())).isEmpty();
        world.change(it -> it.withStatus(status -> status.collisionCount(1)));
        assertThat(lines(world.decided()))
                .contains("IN_ORDER: create controllerrevisions agent-" + world.hash())
                .doesNotContain("IN_ORDER: create controllerrevisions " + made.name());
    }

    @Test
    void of_two_revisions_of_one_template_one_stays_and_takes_the_pods() {
        var world = DaemonSetWorld.of(1);
        world.revision(ControllerRevisions.of(world.set(), 3)
                .withMetadata(it -> it.name("agent-twin").putLabels(Labels.REVISION, "twin")));
        world.pods(world.ready("node-0"));

        assertThat(lines(world.decided()))
                .containsExactly(
                        "TOGETHER: patch pods default/agent-node-0",
                        "IN_ORDER: delete controllerrevisions default/agent-" + world.hash());
    }

    @Test
    void the_oldest_that_no_pod_is_of_go() {
        var world = DaemonSetWorld.of(2, spec -> spec.revisionHistoryLimit(1));
        world.revision(other(world, "agent-a", 1))
                .revision(other(world, "agent-b", 2))
                .revision(other(world, "agent-c", 3));
        world.revision(ControllerRevisions.of(world.set(), 4));
        world.pods(
                world.ready("node-0"),
                DaemonSetWorld.deleting(
                        DaemonSetWorld.phase(world.pod("agent-over", "node-0", "hash-agent-a", "1"), "Succeeded")));

        assertThat(lines(world.settled()))
                .containsExactly(
                        "IN_ORDER: update daemonsets/status default/agent",
                        "IN_ORDER: delete controllerrevisions default/agent-b",
                        "IN_ORDER: delete controllerrevisions default/agent-c");
    }

    @Test
    void orphaned_revisions_are_adopted() {
        var world = DaemonSetWorld.fresh(1, _ -> {});
        world.revision(ControllerRevisions.of(world.set(), 1).withMetadata(it -> it.ownerReferences(List.of())));

        assertThat(lines(world.decided()))
                .containsExactly("TOGETHER: patch controllerrevisions default/agent-" + world.hash());
    }

    private static ControllerRevision other(DaemonSetWorld world, String name, long number) {
        return ControllerRevisions.of(world.set(), number)
                .withMetadata(it -> it.name(name).putLabels(Labels.REVISION, "hash-" + name))
                .withData(RawJson.of("{\"spec\":{\"template\":{\"name\":\"%s\"}}}".formatted(name)));
    }

    private static List<String> lines(Plan plan) {
        return Planned.in(plan).lines();
    }
}
