package dev.kcm.controllers.workload.replicaset;

import static dev.kcm.controllers.workload.replicaset.ReplicaSetWorld.NOW;
import static dev.kcm.controllers.workload.replicaset.ReplicaSetWorld.deleting;
import static dev.kcm.controllers.workload.replicaset.ReplicaSetWorld.orphan;
import static dev.kcm.controllers.workload.replicaset.ReplicaSetWorld.pod;
import static dev.kcm.controllers.workload.replicaset.ReplicaSetWorld.ready;
import static dev.kcm.controllers.workload.replicaset.ReplicaSetWorld.set;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.apps.v1.ReplicaSetStatus;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.meta.v1.Status;
import dev.kcm.model.operation.Operation;
import dev.kcm.runtime.controller.Observation;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import dev.kcm.runtime.testing.Planned;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReplicaSetDecisionTest {

    // ---- how many pods

    @Test
    void creates_the_missing_pods_in_slow_start_batches() {
        var plan = decided(set(3));

        assertThat(Planned.in(plan).lines()).containsExactly("SLOW_START: create pods web-* x3");
        assertThat(plan.why()).isEqualTo("3 of 3 pods missing");
    }

    @Test
    void only_the_missing_ones() {
        assertThat(Planned.in(decided(set(3), ready("a"), pod("b"))).lines())
                .containsExactly("SLOW_START: create pods web-*");
    }

    @Test
    void replaces_pods_that_ended_or_are_being_deleted() {
        var failed = pod("a").withStatus(status -> status.phase("Failed"));
        var succeeded = pod("b").withStatus(status -> status.phase("Succeeded"));

        assertThat(Planned.in(decided(set(3), failed, succeeded, deleting(ready("c"))))
                        .lines())
                .containsExactly("SLOW_START: create pods web-* x3");
    }

    @Test
    void creates_at_most_five_hundred_in_one_sync() {
        assertThat(Planned.in(decided(set(2_000))).lines()).containsExactly("SLOW_START: create pods web-* x500");
    }

    @Test
    void wants_one_pod_when_replicas_is_not_set() {
        var unset = ReplicaSet.builder()
                .metadata(set(0).metadata())
                .spec(spec -> spec.selector(set(0).spec().selector().orElseThrow())
                        .template(set(0).spec().template()))
                .build();

        assertThat(Planned.in(decided(unset)).lines()).containsExactly("SLOW_START: create pods web-*");
    }

    @Test
    void a_new_pod_follows_the_template_and_belongs_to_the_set() {
        var created = Planned.in(decided(set(1))).created(Pod.class).getFirst();

        assertThat(created.metadata().generateName()).isEqualTo("web-");
        assertThat(created.namespace()).isEqualTo("shop");
        assertThat(created.labels()).containsEntry("app", "web");
        assertThat(created.spec().containers()).extracting(it -> it.image()).containsExactly("web:1");
        assertThat(created.metadata().ownerReferences()).singleElement().satisfies(owner -> {
            assertThat(owner.uid()).isEqualTo("uid-web");
            assertThat(owner.kind()).isEqualTo("ReplicaSet");
            assertThat(owner.controller()).contains(true);
            assertThat(owner.blockOwnerDeletion()).contains(true);
        });
    }

    @Test
    void deletes_the_cheapest_pods_of_too_many_together() {
        var unscheduled = pod("d").withSpec(spec -> spec.nodeName(""));
        var plan = decided(set(2), ready("a"), pod("b"), ready("c"), unscheduled);

        assertThat(Planned.in(plan).lines())
                .containsExactly("TOGETHER: delete pods shop/d", "TOGETHER: delete pods shop/b");
        assertThat(plan.why()).isEqualTo("2 pods too many");
    }

    @Test
    void deletes_all_when_none_are_wanted() {
        assertThat(Planned.in(decided(set(0), ready("a"), pod("b"))).lines())
                .containsExactlyInAnyOrder("TOGETHER: delete pods shop/a", "TOGETHER: delete pods shop/b");
    }

    /// The pod that shares its node with one of the Deployment's other ReplicaSet goes first.
    @Test
    void pods_of_other_sets_of_the_deployment_count_as_neighbours() {
        var old = ofDeployment(set("old", 1));
        var web = ofDeployment(set(1));
        var neighbour = pod("x", old).withSpec(spec -> spec.nodeName("node-b"));

        var plan = decided(
                ReplicaSetWorld.with(web, ready("a"), ready("b"), neighbour).and(old));

        assertThat(Planned.in(plan).lines()).containsExactly("TOGETHER: delete pods shop/b");
    }

    @Test
    void pods_that_go_while_it_reads_are_not_counted_as_too_many() {
        var world = ReplicaSetWorld.with(set(1), ready("a"), ready("b")).losing(ready("b"));

        assertThat(Planned.in(decided(world)).lines()).isEmpty();
    }

    /// Which of them goes does not depend on how many of them a node runs.
    @Test
    void pods_of_a_set_without_a_deployment_have_no_neighbours() {
        var alone = ready(pod("a"), NOW.minusSeconds(1));
        var one = ready("b").withSpec(spec -> spec.nodeName("crowded"));
        var other = ready("c").withSpec(spec -> spec.nodeName("crowded"));

        assertThat(Planned.in(decided(set(2), alone, one, other)).lines())
                .containsExactly("TOGETHER: delete pods shop/a");
    }

    @Test
    void a_template_without_labels_makes_no_pods_and_says_so() {
        var unlabelled = set(2).withSpec(spec -> spec.template(template -> template.metadata(m -> m.labels(Map.of()))));

        assertThat(Planned.in(decided(unlabelled)).lines()).isEmpty();
        assertThat(status(settled(unlabelled, Outcomes.NONE)).conditions())
                .singleElement()
                .satisfies(condition -> assertThat(condition.reason() + ": " + condition.message())
                        .isEqualTo("FailedCreate: unable to create pods, no labels"));
    }

    @Test
    void a_set_with_an_invalid_selector_is_left_alone() {
        var invalid = set(2).withSpec(spec ->
                spec.selector(s -> s.addMatchExpressions(e -> e.key("app").operator("Near"))));

        assertThat(decided(invalid, ready("a"), orphan("b")).isNothing()).isTrue();
        assertThat(settled(invalid, Outcomes.NONE, ready("a")).isNothing()).isTrue();
    }

    @Test
    void does_nothing_when_the_count_is_right() {
        var plan = decided(set(2), ready("a"), pod("b"));

        assertThat(Planned.in(plan).lines()).isEmpty();
        assertThat(plan.why()).isEqualTo("replica count is right");
    }

    @Test
    void does_nothing_while_being_deleted() {
        var deleting = set(3).withMetadata(m -> m.deletionTimestamp(NOW));
        var plan = decided(deleting, ready("a"), orphan("b"));

        assertThat(Planned.in(plan).lines()).isEmpty();
        assertThat(plan.why()).isEqualTo("being deleted");
    }

    @Test
    void announces_created_and_deleted_pods_and_why_they_could_not_be() {
        assertThat(Planned.in(decided(set(2))).eventTemplates())
                .containsExactly("SuccessfulCreate: Created pod: %s", "FailedCreate: Error creating: %s");
        assertThat(Planned.in(decided(set(0), ready("a"), ready("b"))).eventTemplates())
                .containsExactly("SuccessfulDelete: Deleted pod: %s", "FailedDelete: Error deleting: %s");
    }

    // ---- whose pods

    /// How many pods are missing, and which to lose, is decided once the adopted ones are read like all others.
    @Test
    void a_sync_that_claims_pods_does_nothing_else() {
        var few = ReplicaSetWorld.with(set(3), ready("a"), orphan("b"));
        var many = ReplicaSetWorld.with(set(1), ready("a"), orphan("b"), labelled(ready("c"), "debug"));

        assertThat(Planned.in(decided(few)).lines()).containsExactly("TOGETHER: patch pods shop/b");
        assertThat(Planned.in(decided(many)).lines())
                .containsExactly("TOGETHER: patch pods shop/b", "TOGETHER: patch pods shop/c");
    }

    /// A moment later it would run, and the one that is missing a moment longer would go.
    @Test
    void a_pod_that_is_one_too_many_goes_in_the_sync_that_adopts_it() {
        var unassigned = orphan("b").withSpec(spec -> spec.nodeName("")).withStatus(status -> status.phase("Pending"));
        var world = ReplicaSetWorld.with(set(1), ready("a"), unassigned);
        var snapshot = world.snapshot();
        var adopted = Planned.in(world.reconciler().decide(snapshot)).allApplied();

        assertThat(Planned.in(world.reconciler().settle(snapshot, adopted)).lines())
                .containsExactly("TOGETHER: delete pods shop/b");
    }

    @Test
    void refused_claims_are_no_replica_failure() {
        var world = ReplicaSetWorld.with(set(3), ready("a"), orphan("b"));
        var snapshot = world.snapshot();
        var refused = Planned.in(world.reconciler().decide(snapshot)).allRefused(failure(403, "not yours"));

        assertThat(world.reconciler().settle(snapshot, refused).isNothing()).isTrue();
    }

    @Test
    void an_adoption_names_the_pod_it_means_and_its_new_owner() {
        assertThat(Planned.in(decided(set(1), orphan("a")))
                        .only(Operation.Patch.class)
                        .patch()
                        .utf8())
                .contains("\"uid\":\"uid-a\"", "\"uid\":\"uid-web\"", "\"controller\":true");
    }

    @Test
    void leaves_orphans_that_do_not_match_or_are_leaving() {
        var other = labelled(orphan("a"), "db");
        var ended = orphan("c").withStatus(status -> status.phase("Failed"));

        assertThat(Planned.in(decided(set(0), other, deleting(orphan("b")), ended))
                        .lines())
                .isEmpty();
    }

    @Test
    void nothing_is_decided_when_the_server_no_longer_has_the_set_that_would_adopt() {
        var world = ReplicaSetWorld.with(set(3), ready("a"), orphan("b")).whereTheServerHasNoSet();

        assertThat(world.observed()).isInstanceOf(Observation.Stale.class);
    }

    @Test
    void releases_own_pods_that_no_longer_match() {
        var plan = decided(set(2), ready("a"), labelled(ready("b"), "debug"));

        assertThat(Planned.in(plan).lines()).containsExactly("TOGETHER: patch pods shop/b");
    }

    @Test
    void a_release_takes_only_its_own_reference() {
        assertThat(Planned.in(decided(set(0), labelled(ready("a"), "debug")))
                        .only(Operation.Patch.class)
                        .patch()
                        .utf8())
                .contains("\"$patch\":\"delete\"", "\"uid\":\"uid-web\"", "\"uid\":\"uid-a\"");
    }

    // ---- status

    @Test
    void status_counts_what_was_observed() {
        var partlyLabelled = set(4).withSpec(spec -> spec.template(
                template -> template.metadata(m -> m.putLabels("app", "web").putLabels("tier", "front"))));
        var labelled = ready("a").withMetadata(m -> m.putLabels("tier", "front"));
        var status = status(settled(partlyLabelled, Outcomes.NONE, labelled, ready("b"), pod("c"), deleting(pod("d"))));

        assertThat(status.replicas()).isEqualTo(3);
        assertThat(status.fullyLabeledReplicas()).isEqualTo(1);
        assertThat(status.readyReplicas()).isEqualTo(2);
        assertThat(status.availableReplicas()).isEqualTo(2);
        assertThat(status.terminatingReplicas()).contains(1);
        assertThat(status.observedGeneration()).isEqualTo(4);
        assertThat(status.conditions()).isEmpty();
    }

    @Test
    void pods_to_create_and_delete_are_not_counted_before_the_watch_shows_them() {
        var world = ReplicaSetWorld.with(set(3), ready("a"));
        var snapshot = world.snapshot();
        var plan = world.reconciler().decide(snapshot);

        assertThat(status(world.reconciler().settle(snapshot, Planned.in(plan).allApplied()))
                        .replicas())
                .isEqualTo(1);
    }

    @Test
    void writes_no_status_that_is_already_there() {
        var first = settled(set(1), Outcomes.NONE, ready("a"));
        var written = Planned.in(first).statuses(ReplicaSet.class).getFirst();

        assertThat(Planned.in(first).lines()).containsExactly("IN_ORDER: update replicasets/status shop/web");
        assertThat(settled(written, Outcomes.NONE, ready("a"))).isEqualTo(Plan.nothing("status unchanged"));
    }

    @Test
    void a_new_generation_is_observed_even_when_nothing_else_changed() {
        var written = Planned.in(settled(set(1), Outcomes.NONE, ready("a")))
                .statuses(ReplicaSet.class)
                .getFirst();
        var edited = written.withMetadata(m -> m.generation(5));

        assertThat(status(settled(edited, Outcomes.NONE, ready("a"))).observedGeneration())
                .isEqualTo(5);
    }

    @Test
    void a_refused_creation_becomes_the_replica_failure_condition() {
        var refused = Planned.in(decided(set(3))).allRefused(failure(403, "exceeded quota: pods"));
        var settled = settled(set(3), refused);

        assertThat(status(settled).conditions()).singleElement().satisfies(condition -> {
            assertThat(condition.type()).isEqualTo("ReplicaFailure");
            assertThat(condition.status()).isEqualTo("True");
            assertThat(condition.reason()).isEqualTo("FailedCreate");
            assertThat(condition.message()).isEqualTo("exceeded quota: pods");
            assertThat(condition.lastTransitionTime()).contains(NOW);
        });
        assertThat(Planned.in(settled).onlyWrite().urgency()).isEqualTo(Step.Urgency.NOW);
    }

    @Test
    void a_refused_deletion_has_a_reason_of_its_own() {
        var refused = Planned.in(decided(set(0), ready("a"))).allRefused(failure(500, "webhook failed"));

        assertThat(status(settled(set(0), refused, ready("a"))).conditions())
                .singleElement()
                .satisfies(condition -> assertThat(condition.reason() + ": " + condition.message())
                        .isEqualTo("FailedDelete: unable to delete pods: webhook failed"));
    }

    @Test
    void a_failure_that_is_reported_already_is_left_as_it_is() {
        var failing = failing(set(3));
        var refused = Planned.in(decided(failing)).allRefused(failure(403, "another quota"));

        assertThat(status(settled(failing, refused, ready("a"))).conditions())
                .isEqualTo(failing.status().conditions());
    }

    @Test
    void the_condition_goes_with_the_first_sync_that_has_no_failure() {
        var settled = settled(failing(set(1)), Outcomes.NONE, pod("a"));

        assertThat(status(settled).conditions()).isEmpty();
        assertThat(Planned.in(settled).onlyWrite().urgency()).isEqualTo(Step.Urgency.NOW);
    }

    @Test
    void counts_on_the_way_may_be_merged_and_reaching_the_goal_may_not() {
        assertThat(Planned.in(settled(set(2), Outcomes.NONE, ready("a")))
                        .onlyWrite()
                        .urgency())
                .isEqualTo(Step.Urgency.SOON);
        assertThat(Planned.in(settled(set(2), Outcomes.NONE, ready("a"), ready("b")))
                        .onlyWrite()
                        .urgency())
                .isEqualTo(Step.Urgency.NOW);
        assertThat(Planned.in(settled(set(0), Outcomes.NONE)).onlyWrite().urgency())
                .isEqualTo(Step.Urgency.NOW);
    }

    // ---- minReadySeconds

    @Test
    void a_pod_is_available_when_it_has_been_ready_for_min_ready_seconds() {
        var patient = set(3).withSpec(spec -> spec.minReadySeconds(30));
        var settled = settled(
                patient,
                Outcomes.NONE,
                ready(pod("a"), NOW.minusSeconds(30)),
                ready(pod("b"), NOW.minusSeconds(20)),
                ready(pod("c"), NOW.minusSeconds(5)));

        assertThat(status(settled).readyReplicas()).isEqualTo(3);
        assertThat(status(settled).availableReplicas()).isEqualTo(1);
        assertThat(settled.wakeIn()).contains(Duration.ofSeconds(10));
    }

    @Test
    void a_ready_pod_that_does_not_say_since_when_is_not_available() {
        var patient = set(2).withSpec(spec -> spec.minReadySeconds(30));
        var undated = pod("b").withStatus(
                        status -> status.addConditions(c -> c.type("Ready").status("True")));
        var settled = settled(patient, Outcomes.NONE, ready("a"), undated);

        assertThat(status(settled).readyReplicas()).isEqualTo(2);
        assertThat(status(settled).availableReplicas()).isEqualTo(1);
        assertThat(settled.wakeIn()).contains(Duration.ofSeconds(30));
    }

    @Test
    void without_a_pod_to_wait_for_there_is_no_wake_up() {
        var patient = set(1).withSpec(spec -> spec.minReadySeconds(30));

        assertThat(settled(patient, Outcomes.NONE, ready("a")).wakeIn()).isEmpty();
        assertThat(settled(patient, Outcomes.NONE, pod("a")).wakeIn()).isEmpty();
        assertThat(settled(set(1), Outcomes.NONE, ready(pod("a"), NOW)).wakeIn())
                .isEmpty();
    }

    // ---- feature gates and metrics

    @Test
    void a_deletion_cost_counts_while_its_gate_is_on() {
        var cheap = ready("z").withMetadata(m -> m.putAnnotations("controller.kubernetes.io/pod-deletion-cost", "-1"));
        var young = ready(pod("a"), NOW.minusSeconds(1));

        assertThat(Planned.in(decided(ReplicaSetWorld.with(set(1), cheap, young)))
                        .lines())
                .containsExactly("TOGETHER: delete pods shop/z");
        assertThat(Planned.in(decided(ReplicaSetWorld.with(set(1), cheap, young).without("PodDeletionCost")))
                        .lines())
                .containsExactly("TOGETHER: delete pods shop/a");
    }

    @Test
    void terminating_pods_are_reported_while_their_gate_is_on() {
        var reported = set(1).withStatus(status -> status.terminatingReplicas(1));
        var world =
                ReplicaSetWorld.with(reported, deleting(ready("a"))).without("DeploymentReplicaSetTerminatingReplicas");

        assertThat(status(world.reconciler().settle(world.snapshot(), Outcomes.NONE))
                        .terminatingReplicas())
                .isEmpty();
    }

    @Test
    void syncs_that_wait_for_the_caches_are_counted_while_their_gate_is_on() {
        var world = ReplicaSetWorld.with(set(1));
        world.reconciler().measureStale(set(1).key(), LeanPod.PODS);
        world.reconciler().measureStale(set(1).key(), ReplicaSet.REPLICA_SETS);
        world.without("StaleControllerConsistencyReplicaSet").reconciler().measureStale(set(1).key(), LeanPod.PODS);

        assertThat(world.staleSyncs("", "pods")).isEqualTo(1);
        assertThat(world.staleSyncs("apps", "replicasets")).isEqualTo(1);
    }

    private static Plan decided(ReplicaSet set, LeanPod... pods) {
        return decided(ReplicaSetWorld.with(set, pods));
    }

    private static Plan decided(ReplicaSetWorld world) {
        return world.reconciler().decide(world.snapshot());
    }

    private static Plan settled(ReplicaSet set, Outcomes writes, LeanPod... pods) {
        var world = ReplicaSetWorld.with(set, pods);
        return world.reconciler().settle(world.snapshot(), writes);
    }

    private static ReplicaSetStatus status(Plan settled) {
        return Planned.in(settled).statuses(ReplicaSet.class).getFirst().status();
    }

    private static ReplicaSet failing(ReplicaSet set) {
        return set.withStatus(status -> status.addConditions(condition -> condition
                .type("ReplicaFailure")
                .status("True")
                .reason("FailedCreate")
                .message("exceeded quota: pods")
                .lastTransitionTime(NOW.minusSeconds(60))));
    }

    private static ReplicaSet ofDeployment(ReplicaSet set) {
        return set.withMetadata(m -> m.addOwnerReferences(owner ->
                owner.kind("Deployment").name("web").uid("uid-deployment").controller(true)));
    }

    private static LeanPod labelled(LeanPod pod, String app) {
        return pod.withMetadata(m -> m.putLabels("app", app));
    }

    private static ApiFailure failure(int code, String message) {
        return ApiFailure.of(Status.builder().code(code).message(message).build());
    }
}
