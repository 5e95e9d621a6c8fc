package dev.kcm.controllers.workload.statefulset;

import static dev.kcm.controllers.workload.statefulset.StatefulSetWorld.NOW;
import static dev.kcm.controllers.workload.statefulset.StatefulSetWorld.deleting;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.metrics.Sample;
import dev.kcm.model.apps.v1.StatefulSet;
import dev.kcm.model.apps.v1.StatefulSetStatus;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.revision.ControllerRevisions;
import dev.kcm.model.value.IntOrString;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.testing.Planned;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StatefulSetDecisionTest {

    // ---- replicas

    @Test
    void a_new_set_gets_its_revision_and_its_first_pod() {
        var world = StatefulSetWorld.fresh(3);

        assertThat(lines(world.decided()))
                .containsExactly(
                        "IN_ORDER: create controllerrevisions " + world.revision(), "TOGETHER: create pods db-0");
    }

    @Test
    void the_next_pod_waits_for_those_before_it() {
        var world = StatefulSetWorld.of(3);

        assertThat(lines(world.pods(world.ready(0)).decided())).containsExactly("TOGETHER: create pods db-1");
        var waiting = world.pods(world.pod(1, world.revision())).decided();
        assertThat(waiting.isNothing()).isTrue();
        assertThat(waiting.why()).isEqualTo("waits for pod db-1 to be Running and Ready");
    }

    @Test
    void a_missing_pod_comes_before_higher_ones_that_are_there() {
        var world = StatefulSetWorld.of(3);

        assertThat(lines(world.pods(world.ready(0), world.ready(2)).decided()))
                .containsExactly("TOGETHER: create pods db-1");
    }

    @Test
    void a_pod_that_has_not_been_ready_for_long_holds_up_the_next() {
        var world = StatefulSetWorld.of(2, spec -> spec.minReadySeconds(90));

        var plan = world.pods(world.ready(0)).decided();

        assertThat(plan.isNothing()).isTrue();
        assertThat(plan.why()).isEqualTo("waits for pod db-0 to be ready for 90 s");
        assertThat(world.controller().settle(world.observed(), Outcomes.NONE).wakeIn())
                .contains(Duration.ofSeconds(30));
    }

    @Test
    void a_failed_pod_is_deleted_and_awaited() {
        var world = StatefulSetWorld.of(2);
        var failed = world.pod(0, world.revision()).withStatus(status -> status.phase("Failed"));

        assertThat(lines(world.pods(failed, world.ready(1)).decided()))
                .containsExactly("TOGETHER: delete pods default/db-0");
        assertThat(world.pods(deleting(failed)).decided().isNothing()).isTrue();
    }

    @Test
    void parallel_pods_start_in_growing_batches() {
        var world = StatefulSetWorld.of(6, spec -> spec.podManagementPolicy("Parallel"));

        assertThat(world.decided().groups())
                .extracting(group -> group.steps().size())
                .containsExactly(1, 2, 3);
    }

    @Test
    void claims_come_before_their_pod() {
        var world = StatefulSetWorld.of(2, StatefulSetWorld::claim);

        assertThat(lines(world.decided()))
                .containsExactly("TOGETHER: create persistentvolumeclaims data-db-0", "TOGETHER: create pods db-0");
        assertThat(lines(world.claims(world.claimOf(0)).decided())).containsExactly("TOGETHER: create pods db-0");
    }

    @Test
    void a_pending_pod_gets_its_lost_claim_back() {
        var world = StatefulSetWorld.of(1, StatefulSetWorld::claim);

        assertThat(lines(world.pods(world.pod(0, world.revision())).decided()))
                .containsExactly("TOGETHER: create persistentvolumeclaims data-db-0");
    }

    @Test
    void a_lost_claim_of_a_running_pod_is_left_alone() {
        var world = StatefulSetWorld.of(1, StatefulSetWorld::claim);

        assertThat(world.pods(world.ready(0)).decided().isNothing()).isTrue();
    }

    @Test
    void no_pod_is_made_for_a_claim_that_goes_with_an_earlier_one() {
        var world = StatefulSetWorld.of(1, spec -> {
            StatefulSetWorld.claim(spec);
            spec.persistentVolumeClaimRetentionPolicy(
                    policy -> policy.whenDeleted("Retain").whenScaled("Delete"));
        });
        var stale = world.claimOf(0)
                .withMetadata(it -> it.addOwnerReferences(owner -> owner.apiVersion("v1")
                        .kind("Pod")
                        .name("db-0")
                        .uid("uid-earlier")
                        .controller(true)));

        var plan = world.claims(stale).decided();

        assertThat(plan.isNothing()).isTrue();
        assertThat(plan.why())
                .isEqualTo("pod db-0 waits for claim data-db-0 to be deleted, which goes with an earlier pod of that"
                        + " name");
    }

    @Test
    void a_pod_without_its_label_gets_it() {
        var world = StatefulSetWorld.of(1);
        var pod = world.ready(0);
        var plan = world.pods(pod.withMetadata(it -> it.labels(Map.of("app", "db", Labels.REVISION, world.revision()))))
                .decided();

        assertThat(lines(plan)).containsExactly("TOGETHER: patch pods default/db-0");
    }

    @Test
    void names_with_leading_zeros_fill_a_place_that_is_free() {
        var world = StatefulSetWorld.of(2);
        var odd =
                world.named("db-00", world.revision()).withStatus(world.ready(0).status());

        assertThat(lines(world.pods(odd).decided())).containsExactly("TOGETHER: create pods db-1");
    }

    @Test
    void names_with_numbers_too_large_fill_none() {
        var world = StatefulSetWorld.of(1);

        assertThat(lines(world.pods(world.named("db-99999999999", world.revision()))
                        .decided()))
                .containsExactly("TOGETHER: create pods db-0");
    }

    // ---- scaling down

    @Test
    void the_highest_pod_goes_first_and_alone() {
        var world = StatefulSetWorld.of(1);

        assertThat(lines(world.pods(world.ready(0), world.ready(1), world.ready(2))
                        .decided()))
                .containsExactly("IN_ORDER: delete pods default/db-2");
        assertThat(world.pods(deleting(world.ready(2))).decided().why())
                .isEqualTo("waits for pod db-2 to terminate before it scales down");
    }

    @Test
    void an_unready_pod_holds_up_those_above_it() {
        var world = StatefulSetWorld.of(1);

        var plan = world.pods(world.ready(0), world.pod(1, world.revision()), world.pod(2, world.revision()))
                .decided();

        assertThat(plan.isNothing()).isTrue();
        assertThat(plan.why()).isEqualTo("waits for pod db-1 to be Running and Ready before it scales down");
    }

    @Test
    void pods_below_the_first_ordinal_go_too() {
        var world = StatefulSetWorld.of(1, spec -> spec.ordinals(it -> it.start(2)));

        assertThat(lines(world.pods(world.ready(0), world.ready(2)).decided()))
                .containsExactly("IN_ORDER: delete pods default/db-0");
    }

    @Test
    void parallel_pods_go_at_once() {
        var world = StatefulSetWorld.of(0, spec -> spec.podManagementPolicy("Parallel"));

        assertThat(lines(world.pods(world.ready(0), world.pod(1, world.revision()), deleting(world.ready(2)))
                        .decided()))
                .containsExactly("SLOW_START: delete pods default/db-1", "SLOW_START: delete pods default/db-0");
    }

    @Test
    void claims_of_pods_that_go_become_theirs_first() {
        var world = StatefulSetWorld.of(0, spec -> {
            StatefulSetWorld.claim(spec);
            spec.persistentVolumeClaimRetentionPolicy(
                    policy -> policy.whenDeleted("Retain").whenScaled("Delete"));
        });

        var plan = world.claims(world.claimOf(0), world.claimOf(1))
                .pods(world.ready(0), world.ready(1))
                .decided();

        assertThat(lines(plan))
                .containsExactly(
                        "TOGETHER: update persistentvolumeclaims default/data-db-1",
                        "TOGETHER: update persistentvolumeclaims default/data-db-0",
                        "IN_ORDER: delete pods default/db-1");
        assertThat(Planned.in(plan)
                        .updated(PersistentVolumeClaim.class)
                        .getFirst()
                        .metadata()
                        .ownerReferences())
                .singleElement()
                .satisfies(owner -> assertThat(owner.uid()).isEqualTo("uid-db-1"));
    }

    // ---- updates

    @Test
    void the_highest_outdated_pod_is_updated_first() {
        var world = rollout(StatefulSetWorld.of(3));

        assertThat(lines(world.pods(old(world, 0), old(world, 1), old(world, 2)).decided()))
                .containsExactly("IN_ORDER: delete pods default/db-2");
        assertThat(lines(world.pods(world.ready(2)).decided())).containsExactly("IN_ORDER: delete pods default/db-1");
    }

    @Test
    void a_partition_holds_lower_pods_back() {
        var world = rollout(StatefulSetWorld.of(
                3,
                spec -> spec.updateStrategy(
                        strategy -> strategy.type("RollingUpdate").rollingUpdate(it -> it.partition(2)))));

        assertThat(world.pods(old(world, 0), old(world, 1), world.ready(2))
                        .decided()
                        .isNothing())
                .isTrue();
        assertThat(world.observed()
                        .revisions()
                        .startsFromCurrent(world.observed().settings(), 1))
                .isTrue();
        assertThat(world.observed()
                        .revisions()
                        .startsFromCurrent(world.observed().settings(), 2))
                .isFalse();
    }

    @Test
    void a_broken_pod_of_an_earlier_template_blocks_and_says_how_to_go_on() {
        var world = rollout(StatefulSetWorld.of(2));
        var broken = world.pod(1, "db-broken").withStatus(status -> status.phase("Running"));

        var plan = world.pods(old(world, 0), broken).decided();

        assertThat(plan.isNothing()).isTrue();
        assertThat(plan.why())
                .isEqualTo("waits for pod db-1 to be Running and Ready; it is of revision db-broken and not replaced"
                        + " while it is not ready: kubectl delete pod db-1 makes way for " + world.revision());
    }

    @Test
    void a_parallel_set_replaces_broken_pods() {
        var world = rollout(StatefulSetWorld.of(2, spec -> spec.podManagementPolicy("Parallel")));
        var broken = world.pod(1, "db-broken").withStatus(status -> status.phase("Running"));

        assertThat(lines(world.pods(old(world, 0), broken).decided()))
                .containsExactly("IN_ORDER: delete pods default/db-1");
    }

    @Test
    void pods_are_updated_when_they_are_deleted_if_the_set_says_so() {
        var world = rollout(StatefulSetWorld.of(1, spec -> spec.updateStrategy(it -> it.type("OnDelete"))));

        assertThat(world.pods(old(world, 0)).decided().isNothing()).isTrue();
        assertThat(world.observed()
                        .revisions()
                        .startsFromCurrent(world.observed().settings(), 0))
                .isFalse();
    }

    @Test
    void several_may_be_unavailable_where_the_gate_allows_it() {
        var world = rollout(StatefulSetWorld.withSeveralUnavailable(
                5,
                spec -> spec.podManagementPolicy("Parallel")
                        .updateStrategy(strategy -> strategy.type("RollingUpdate")
                                .rollingUpdate(it -> it.partition(1).maxUnavailable(IntOrString.parse("60%"))))));
        var unready = world.pod(1, "db-old").withStatus(status -> status.phase("Running"));

        var plan = world.pods(old(world, 0), unready, old(world, 2), old(world, 3), deleting(old(world, 4)))
                .decided();

        assertThat(lines(plan)).containsExactly("IN_ORDER: delete pods default/db-3");
        world.controller().measure(world.observed(), Outcomes.NONE, Duration.ZERO);
        assertThat(world.metrics().families())
                .filteredOn(family -> family.head().name().startsWith("statefulset_controller_statefulset_"))
                .extracting(
                        family -> ((Sample.Number) family.samples().getFirst().value()).value())
                .containsExactlyInAnyOrder(3.0, 2.0);
    }

    // ---- claiming

    @Test
    void pods_that_do_not_match_any_more_are_released_before_anything_else() {
        var world = StatefulSetWorld.of(2);
        var stray = world.ready(0).withMetadata(it -> it.putLabels("app", "other"));

        assertThat(lines(world.pods(stray).decided())).containsExactly("TOGETHER: patch pods default/db-0");
    }

    @Test
    void a_set_that_is_being_deleted_only_counts() {
        var world = StatefulSetWorld.of(2).change(it -> it.withMetadata(meta -> meta.deletionTimestamp(NOW)));

        assertThat(world.pods(world.ready(0)).decided().isNothing()).isTrue();
        assertThat(status(world).replicas()).isEqualTo(1);
    }

    // ---- status

    @Test
    void counts_what_there_is_before_the_sync() {
        var world = rollout(StatefulSetWorld.of(4));
        world.pods(old(world, 0), old(world, 1), deleting(old(world, 2)), world.pod(3, world.revision()));

        assertThat(status(world))
                .isEqualTo(StatefulSetStatus.builder()
                        .observedGeneration(2)
                        .replicas(4)
                        .readyReplicas(3)
                        .availableReplicas(3)
                        .currentReplicas(2)
                        .updatedReplicas(1)
                        .currentRevision(first(world))
                        .updateRevision(world.revision())
                        .collisionCount(0)
                        .build());
    }

    @Test
    void an_update_is_complete_when_all_are_updated_and_ready() {
        var world = rollout(StatefulSetWorld.of(2, spec -> spec.minReadySeconds(900)));
        world.pods(world.ready(0), world.ready(1));

        assertThat(status(world).currentRevision()).isEqualTo(world.revision());
        assertThat(status(world).currentReplicas()).isEqualTo(2);
        assertThat(status(world).availableReplicas()).isZero();
    }

    @Test
    void a_pod_that_was_deleted_for_the_update_is_no_current_one() {
        var world = rollout(StatefulSetWorld.of(2)).pods();
        world.pods(old(world, 0), old(world, 1));
        var snapshot = world.observed();
        var plan = world.controller().decide(snapshot);

        var settled = world.controller().settle(snapshot, Planned.in(plan).allApplied());

        assertThat(Planned.in(settled)
                        .statuses(StatefulSet.class)
                        .getFirst()
                        .status()
                        .currentReplicas())
                .isEqualTo(1);
    }

    private static StatefulSetWorld rollout(StatefulSetWorld world) {
        var before = world.revision();
        world.change(it -> it.withStatus(status -> status.currentRevision(before)))
                .image("db:2");
        return world.revision(ControllerRevisions.of(world.set(), 2, 0));
    }

    private static String first(StatefulSetWorld world) {
        return world.set().status().currentRevision();
    }

    private static LeanPod old(StatefulSetWorld world, int ordinal) {
        return world.ready(ordinal, first(world));
    }

    private static StatefulSetStatus status(StatefulSetWorld world) {
        var settled = world.controller().settle(world.observed(), Outcomes.NONE);
        return Planned.in(settled).statuses(StatefulSet.class).getFirst().status();
    }

    private static List<String> lines(Plan plan) {
        return Planned.in(plan).lines();
    }
}
