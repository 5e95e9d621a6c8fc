package dev.kcm.controllers.workload.deployment;

import static dev.kcm.controllers.workload.deployment.Deployments.NOW;
import static dev.kcm.controllers.workload.deployment.Deployments.deployment;
import static dev.kcm.controllers.workload.deployment.Deployments.replicaSet;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.client.WriteResult;
import dev.kcm.controllers.shared.ownership.Claims;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.apps.v1.DeploymentCondition;
import dev.kcm.model.apps.v1.DeploymentStatus;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.meta.v1.LabelSelector;
import dev.kcm.model.meta.v1.Status;
import dev.kcm.model.operation.Operation;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import dev.kcm.runtime.testing.Planned;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DeploymentDecisionTest {
    private final DeploymentController reconciler = new DeploymentController(Deployments.NO_LIVE_READS, true);

    @Test
    void a_new_deployment_gets_a_replica_set_of_full_size() {
        var plan = reconciler.decide(snapshot(deployment("web", 3, "25%", "25%")));

        var created = onlyCreated(plan);
        assertThat(created.name()).startsWith("web-");
        assertThat(created.spec().replicas()).contains(3);
        assertThat(created.annotations())
                .containsEntry(Annotations.REVISION, "1")
                .containsEntry(Annotations.DESIRED_REPLICAS, "3")
                .containsEntry(Annotations.MAX_REPLICAS, "4");
        assertThat(created.labels()).containsKey(Labels.TEMPLATE_HASH);
        assertThat(created.metadata().ownerReferences())
                .singleElement()
                .satisfies(owner -> assertThat(owner.controller()).contains(true));
    }

    @Test
    void a_changed_template_gets_a_set_with_the_next_revision() {
        var plan = reconciler.decide(snapshot(
                deployment("web", 4, "1", "0"),
                replicaSet("old", 4, 4, "v1", Annotations.REVISION, "7", Annotations.DESIRED_REPLICAS, "4")));

        assertThat(onlyCreated(plan).annotations()).containsEntry(Annotations.REVISION, "8");
        assertThat(onlyCreated(plan).spec().replicas()).contains(1);
    }

    @Test
    void a_revision_may_have_all_digits_of_a_long() {
        var plan = reconciler.decide(snapshot(
                deployment("web", 1, "1", "0"),
                replicaSet("old", 1, 1, "v1", Annotations.REVISION, "3546343826724305832")));

        assertThat(onlyCreated(plan).annotations()).containsEntry(Annotations.REVISION, "3546343826724305833");
    }

    @Test
    void a_taken_name_moves_the_collision_count_and_creates_nothing() {
        var snapshot = snapshotWithTakenName(deployment("web", 3, "1", "0"));

        assertThat(reconciler.decide(snapshot).isNothing()).isTrue();
        assertThat(writtenStatus(reconciler.settle(snapshot, Outcomes.NONE)).collisionCount())
                .contains(1);
    }

    @Test
    void a_taken_name_is_nobodys_concern_while_no_set_is_to_be_created() {
        var paused = deployment("web", 3, "1", "0").withSpec(spec -> spec.paused(true));
        var recreating =
                deployment("web", 3, "0", "0").withSpec(spec -> spec.strategy(s -> s.type(StrategyTypes.RECREATE)));

        assertThat(writtenStatus(reconciler.settle(snapshotWithTakenName(paused), Outcomes.NONE))
                        .collisionCount())
                .isEmpty();
        var waiting = snapshot(recreating, true, true);
        assertThat(writtenStatus(reconciler.settle(waiting, Outcomes.NONE)).collisionCount())
                .isEmpty();
    }

    @Test
    void a_created_set_shows_in_the_progressing_condition_and_the_revision() {
        var snapshot = snapshot(deployment("web", 3, "25%", "25%"));
        var created = reconciler.decide(snapshot).steps().findFirst().orElseThrow();

        var settled = reconciler.settle(snapshot, new Outcomes(List.of(applied(created, "web-abc"))));

        assertThat(written(settled).annotations()).containsEntry(Annotations.REVISION, "1");
        assertThat(condition(settled, ConditionTypes.PROGRESSING))
                .satisfies(condition -> assertThat(condition.reason()).isEqualTo(Reasons.SET_CREATED))
                .satisfies(
                        condition -> assertThat(condition.message()).isEqualTo("Created new replica set \"web-abc\""));
        assertThat(condition(settled, ConditionTypes.AVAILABLE).status()).isEqualTo("False");
    }

    @Test
    void a_refused_set_shows_in_the_progressing_condition() {
        var snapshot = snapshot(deployment("web", 3, "25%", "25%"));
        var create = reconciler.decide(snapshot).steps().findFirst().orElseThrow();
        var refused = new Outcome.Refused(
                create,
                ApiFailure.of(
                        Status.builder().code(403).message("quota is used up").build()));

        var settled = reconciler.settle(snapshot, new Outcomes(List.of(refused)));

        assertThat(condition(settled, ConditionTypes.PROGRESSING).reason()).isEqualTo(Reasons.SET_CREATE_ERROR);
        assertThat(condition(settled, ConditionTypes.PROGRESSING).message()).endsWith("quota is used up");
    }

    @Test
    void a_refused_set_ends_the_sync() {
        var snapshot = snapshot(deployment("web", 0, "25%", "25%"));
        var create = reconciler.decide(snapshot).steps().findFirst().orElseThrow();

        var settled = reconciler.settle(snapshot, new Outcomes(List.of(refused(create, 403, "Forbidden"))));

        assertThat(condition(settled, ConditionTypes.PROGRESSING).reason()).isEqualTo(Reasons.SET_CREATE_ERROR);
        assertThat(writtenStatus(settled).observedGeneration()).isZero();
        assertThat(events(settled)).containsExactly(Reasons.SET_CREATE_ERROR);
    }

    @Test
    void a_set_that_exists_already_is_nothing_to_report() {
        var snapshot = snapshot(deployment("web", 3, "25%", "25%"));
        var plan = reconciler.decide(snapshot);
        var create = plan.steps().findFirst().orElseThrow();

        assertThat(Planned.in(plan).eventTemplates()).noneMatch(it -> it.startsWith(Reasons.SET_CREATE_ERROR));
        assertThat(reconciler
                        .settle(snapshot, new Outcomes(List.of(refused(create, 409, "AlreadyExists"))))
                        .isNothing())
                .isTrue();
    }

    @Test
    void a_rollback_writes_no_status() {
        var back = deployment("web", 1, "1", "0").withMetadata(m -> m.putAnnotations(Annotations.ROLLBACK_TO, "1"));
        var snapshot = snapshot(
                back,
                replicaSet("old", 0, 0, "v1", Annotations.REVISION, "1"),
                replicaSet("new", 1, 1, "v2", Annotations.REVISION, "2"));

        assertThat(Planned.in(reconciler.decide(snapshot)).lines())
                .contains("IN_ORDER: update deployments default/web");
        assertThat(reconciler.settle(snapshot, Outcomes.NONE).isNothing()).isTrue();
    }

    @Test
    void a_sync_that_claims_sets_does_nothing_else() {
        var deployment = deployment("web", 3, "1", "0");
        var orphan = replicaSet("orphan", 1, 1, "v1");
        var claiming = new Snapshot(
                deployment,
                OwnedReplicaSets.of(deployment, List.of()),
                new Claims<>(ReplicaSet.REPLICA_SETS, deployment.uid(), List.of(orphan), List.of()),
                false,
                false,
                true,
                NOW);

        assertThat(Planned.in(reconciler.decide(claiming)).lines())
                .containsExactly("TOGETHER: patch replicasets default/orphan");
        assertThat(reconciler.settle(claiming, Outcomes.NONE).isNothing()).isTrue();
    }

    @Test
    void terminating_pods_are_reported_while_their_gate_is_on() {
        var reported = deployment("web", 1, "1", "0").withStatus(status -> status.terminatingReplicas(1));
        var sets = OwnedReplicaSets.of(reported, List.of(replicaSet("new", 1, 1, "v2")));
        var none = Claims.none(ReplicaSet.REPLICA_SETS, reported);
        var on = new Snapshot(reported, sets, none, false, false, true, NOW);
        var off = new Snapshot(reported, sets, none, false, false, false, NOW);

        assertThat(writtenStatus(reconciler.settle(on, Outcomes.NONE)).terminatingReplicas())
                .contains(0);
        assertThat(writtenStatus(reconciler.settle(off, Outcomes.NONE)).terminatingReplicas())
                .isEmpty();
    }

    @Test
    void a_finished_rollout_is_complete_and_needs_no_wake_up() {
        var current = replicaSet("web-1", 3, 3, "v2", Annotations.REVISION, "1", Annotations.DESIRED_REPLICAS, "3");
        var settled = reconciler.settle(snapshot(deployment("web", 3, "25%", "25%"), current), Outcomes.NONE);

        assertThat(condition(settled, ConditionTypes.PROGRESSING).reason()).isEqualTo(Reasons.SET_AVAILABLE);
        assertThat(condition(settled, ConditionTypes.AVAILABLE).status()).isEqualTo("True");
        assertThat(settled.wakeIn()).isEmpty();
    }

    @Test
    void a_rollout_without_progress_is_reported_when_its_deadline_has_passed() {
        var since = NOW.minusSeconds(601);
        var stuck = deployment("web", 3, "1", "0")
                .withStatus(status -> status.replicas(3)
                        .updatedReplicas(3)
                        .unavailableReplicas(3)
                        .observedGeneration(1)
                        .addConditions(c -> c.type(ConditionTypes.PROGRESSING)
                                .status("True")
                                .reason(Reasons.SET_UPDATED)
                                .lastUpdateTime(since)
                                .lastTransitionTime(since)));
        var current = replicaSet("web-1", 3, 0, "v2", Annotations.REVISION, "1", Annotations.DESIRED_REPLICAS, "3");

        var settled = reconciler.settle(snapshot(stuck, current), Outcomes.NONE);

        assertThat(condition(settled, ConditionTypes.PROGRESSING).reason()).isEqualTo(Reasons.DEADLINE_EXCEEDED);
        assertThat(condition(settled, ConditionTypes.PROGRESSING).status()).isEqualTo("False");
    }

    @Test
    void a_pause_is_marked_and_keeps_the_sizes() {
        var paused = deployment("web", 3, "1", "0").withSpec(spec -> spec.paused(true));
        var current = replicaSet("web-1", 1, 1, "v2", Annotations.REVISION, "2", Annotations.DESIRED_REPLICAS, "3");
        var old = replicaSet("web-0", 3, 3, "v1", Annotations.REVISION, "1", Annotations.DESIRED_REPLICAS, "3");
        var snapshot = snapshot(paused, current, old);

        assertThat(reconciler.decide(snapshot).steps())
                .allSatisfy(step -> assertThat(sizeOf(step)).isIn(1, 3));
        assertThat(condition(reconciler.settle(snapshot, Outcomes.NONE), ConditionTypes.PROGRESSING)
                        .reason())
                .isEqualTo(Reasons.PAUSED);
    }

    @Test
    void one_that_is_paused_from_the_start_makes_nothing() {
        var paused = deployment("web", 3, "1", "0").withSpec(spec -> spec.paused(true));

        assertThat(reconciler.decide(snapshot(paused)).steps()).isEmpty();
    }

    @Test
    void recreate_empties_old_sets_then_waits_for_their_pods_then_creates() {
        var deployment =
                deployment("web", 3, "0", "0").withSpec(spec -> spec.strategy(s -> s.type(StrategyTypes.RECREATE)));
        var old = replicaSet("web-0", 3, 3, "v1", Annotations.DESIRED_REPLICAS, "3");

        assertThat(reconciler.decide(snapshot(deployment, old)).steps().map(DeploymentDecisionTest::sizeOf))
                .containsExactly(0);
        var empty = old.withSpec(spec -> spec.replicas(0)).withStatus(status -> status.replicas(0));
        assertThat(reconciler.decide(snapshotWithOldPods(deployment, empty)).isNothing())
                .isTrue();
        assertThat(onlyCreated(reconciler.decide(snapshot(deployment, empty)))
                        .spec()
                        .replicas())
                .contains(3);
    }

    @Test
    void an_empty_selector_is_refused_with_an_event() {
        var all = deployment("web", 3, "1", "0").withSpec(spec -> spec.selector(_ -> {}));
        var everything = all.withSpec(all.spec().withSelector(LabelSelector.EMPTY));

        assertThat(reconciler.decide(snapshot(everything)).steps())
                .singleElement()
                .isInstanceOfSatisfying(
                        Step.RecordEvent.class,
                        step -> assertThat(step.reason()).isEqualTo(Reasons.SELECTING_ALL));
    }

    private static Snapshot snapshot(Deployment deployment, ReplicaSet... sets) {
        return snapshot(deployment, false, false, sets);
    }

    private static Snapshot snapshotWithTakenName(Deployment deployment) {
        return snapshot(deployment, false, true);
    }

    private static Snapshot snapshotWithOldPods(Deployment deployment, ReplicaSet... sets) {
        return snapshot(deployment, true, false, sets);
    }

    private static Snapshot snapshot(
            Deployment deployment, boolean oldPodsRunning, boolean nameTaken, ReplicaSet... sets) {
        return new Snapshot(
                deployment,
                OwnedReplicaSets.of(deployment, List.of(sets)),
                new Claims<>(ReplicaSet.REPLICA_SETS, deployment.uid(), List.of(), List.of()),
                oldPodsRunning,
                nameTaken,
                true,
                NOW);
    }

    private static Outcome refused(Step step, int code, String reason) {
        return new Outcome.Refused(
                step,
                ApiFailure.of(Status.builder()
                        .code(code)
                        .reason(reason)
                        .message("refused")
                        .build()));
    }

    private static List<String> events(Plan settled) {
        return settled.steps()
                .filter(Step.RecordEvent.class::isInstance)
                .map(step -> ((Step.RecordEvent) step).reason())
                .toList();
    }

    private static Outcome applied(Step step, String name) {
        return new Outcome.Applied(step, new WriteResult(new ObjectKey("default", name), "uid", "1"));
    }

    private static ReplicaSet onlyCreated(Plan plan) {
        return (ReplicaSet) Planned.in(plan).only(Operation.Create.class).object();
    }

    private static int sizeOf(Step step) {
        return OwnedReplicaSets.size(
                (ReplicaSet) step.as(Operation.Update.class).orElseThrow().object());
    }

    private static Deployment written(Plan settled) {
        return Planned.in(settled).statuses(Deployment.class).getFirst();
    }

    private static DeploymentStatus writtenStatus(Plan settled) {
        return written(settled).status();
    }

    private static DeploymentCondition condition(Plan settled, String type) {
        Optional<DeploymentCondition> found = writtenStatus(settled).conditions().stream()
                .filter(condition -> condition.type().equals(type))
                .findFirst();
        assertThat(found).as("condition " + type).isPresent();
        return found.orElseThrow();
    }
}
