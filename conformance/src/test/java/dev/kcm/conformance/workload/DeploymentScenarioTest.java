package dev.kcm.conformance.workload;

import static dev.kcm.testing.scenario.Actions.annotate;
import static dev.kcm.testing.scenario.Actions.delete;
import static dev.kcm.testing.scenario.Actions.label;
import static dev.kcm.testing.scenario.Actions.patch;
import static dev.kcm.testing.scenario.Actions.scale;
import static dev.kcm.testing.scenario.Actions.setImage;
import static dev.kcm.testing.scenario.Builders.deployment;
import static dev.kcm.testing.scenario.Builders.replicaSet;
import static dev.kcm.testing.scenario.Faults.conflictOnce;
import static dev.kcm.testing.scenario.Faults.create;
import static dev.kcm.testing.scenario.Faults.forbidden;
import static dev.kcm.testing.scenario.Faults.refuse;
import static dev.kcm.testing.scenario.Faults.serverError;
import static dev.kcm.testing.scenario.Faults.update;
import static dev.kcm.testing.scenario.Faults.updateStatus;
import static dev.kcm.testing.scenario.Locators.all;
import static dev.kcm.testing.scenario.Locators.anyOf;
import static dev.kcm.testing.scenario.Locators.podsOf;
import static dev.kcm.testing.scenario.Locators.readyPodsOf;
import static dev.kcm.testing.scenario.Locators.replicaSetsOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.core.v1.Event;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.meta.v1.Status;
import dev.kcm.testing.junit.EmbeddedOnly;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.scenario.ObjectGroup;
import dev.kcm.testing.scenario.Scenario;
import java.time.Duration;
import org.junit.jupiter.api.Test;

@KubeScenario(controllers = {"deployment-controller", "replicaset-controller"})
class DeploymentScenarioTest {
    private static final String NEW_IMAGE = "example.com/app:2";
    private static final String REVISION = "deployment.kubernetes.io/revision";

    /// Pods of the new template stay unready until they are told otherwise.
    private static final String BROKEN_TEMPLATE = """
        {"spec": {"template": {"metadata": {"annotations": {"kcm.dev/ready": "false"}}}}}\
        """;

    @Test
    void becomes_available(Scenario scenario) {
        scenario.given(deployment("web").replicas(3))
                .awaitQuiet()
                .then(podsOf("web"))
                .count(3)
                .then(deployment("web"))
                .status("replicas", 3)
                .status("updatedReplicas", 3)
                .status("availableReplicas", 3)
                .condition("Available", "True", "MinimumReplicasAvailable")
                .condition("Progressing", "True", "NewReplicaSetAvailable")
                .annotation(REVISION, "1")
                .hasEvents("ScalingReplicaSet")
                .then(replicaSetsOf("web"))
                .count(1);
    }

    @Test
    void rolls_out_a_new_image(Scenario scenario) {
        scenario.given(deployment("web").replicas(3))
                .awaitQuiet()
                .when(setImage(deployment("web"), NEW_IMAGE))
                .awaitQuiet()
                .then(podsOf("web"))
                .count(3)
                .allHave("spec.containers[0].image", NEW_IMAGE)
                .then(replicaSetsOf("web"))
                .numbers("spec.replicas", 0, 3)
                .then(deployment("web"))
                .annotation(REVISION, "2")
                .status("updatedReplicas", 3)
                .status("unavailableReplicas", 0);
    }

    @Test
    void keeps_surge_and_unavailable_while_new_pods_are_not_ready(Scenario scenario) {
        scenario.given(deployment("web").replicas(10).rolling("3", "20%"))
                .awaitQuiet()
                .when(patch(deployment("web"), BROKEN_TEMPLATE))
                .awaitQuiet()
                .then(replicaSetsOf("web"))
                .numbers("spec.replicas", 8, 5)
                .then(readyPodsOf("web"))
                .count(8)
                .then(deployment("web"))
                .status("replicas", 13)
                .status("updatedReplicas", 5)
                .status("availableReplicas", 8)
                .condition("Available", "True")
                .condition("Progressing", "True", "ReplicaSetUpdated");
    }

    @Test
    void rolls_one_by_one_without_surge(Scenario scenario) {
        scenario.given(deployment("web").replicas(3).rolling("0", "1"))
                .awaitQuiet()
                .when(patch(deployment("web"), BROKEN_TEMPLATE))
                .awaitQuiet()
                .then(replicaSetsOf("web"))
                .numbers("spec.replicas", 2, 1)
                .then(readyPodsOf("web"))
                .count(2);
    }

    @Test
    void scales_in_proportion_during_a_rollout(Scenario scenario) {
        scenario.given(deployment("web").replicas(10).rolling("3", "2"))
                .awaitQuiet()
                .when(patch(deployment("web"), BROKEN_TEMPLATE))
                .awaitQuiet()
                .when(scale(deployment("web"), 20))
                .awaitQuiet()
                .then(replicaSetsOf("web"))
                .numbers("spec.replicas", 14, 9)
                .then(deployment("web"))
                .status("replicas", 23);
    }

    @Test
    void scales_the_only_set(Scenario scenario) {
        scenario.given(deployment("web").replicas(2))
                .awaitQuiet()
                .when(scale(deployment("web"), 5))
                .awaitQuiet()
                .then(replicaSetsOf("web"))
                .count(1)
                .numbers("spec.replicas", 5)
                .when(scale(deployment("web"), 0))
                .awaitQuiet()
                .then(podsOf("web"))
                .none()
                .then(deployment("web"))
                .status("replicas", 0)
                .condition("Available", "True");
    }

    @Test
    void recreates_after_all_old_pods_are_gone(Scenario scenario) {
        scenario.given(deployment("web").replicas(2).recreating().podsStopAfter(Duration.ofSeconds(8)))
                .awaitQuiet()
                .when(setImage(deployment("web"), NEW_IMAGE))
                .awaitQuiet()
                .then(podsOf("web"))
                .none()
                .advance(Duration.ofSeconds(10))
                .awaitQuiet()
                .then(podsOf("web"))
                .count(2)
                .allHave("spec.containers[0].image", NEW_IMAGE);
    }

    @Test
    void does_not_roll_while_paused_and_goes_on_when_resumed(Scenario scenario) {
        scenario.given(deployment("web").replicas(2))
                .awaitQuiet()
                .when(patch(deployment("web"), "{\"spec\": {\"paused\": true}}"))
                .when(setImage(deployment("web"), NEW_IMAGE))
                .awaitQuiet()
                .then(replicaSetsOf("web"))
                .count(1)
                .then(deployment("web"))
                .condition("Progressing", "Unknown", "DeploymentPaused")
                .when(scale(deployment("web"), 3))
                .awaitQuiet()
                .then(podsOf("web"))
                .count(3)
                .allHave("spec.containers[0].image", "example.com/app:1")
                .when(patch(deployment("web"), "{\"spec\": {\"paused\": false}}"))
                .awaitQuiet()
                .then(podsOf("web"))
                .count(3)
                .allHave("spec.containers[0].image", NEW_IMAGE)
                .then(deployment("web"))
                .condition("Progressing", "True", "NewReplicaSetAvailable");
    }

    @Test
    void says_when_the_deadline_for_progress_passed(Scenario scenario) {
        scenario.given(deployment("web")
                        .replicas(2)
                        .progressDeadline(Duration.ofSeconds(8))
                        .podsUnready())
                .awaitQuiet()
                .then(deployment("web"))
                .condition("Progressing", "True", "ReplicaSetUpdated")
                .condition("Available", "False", "MinimumReplicasUnavailable")
                .advance(Duration.ofSeconds(12))
                .then(deployment("web"))
                .condition("Progressing", "False", "ProgressDeadlineExceeded");
    }

    @Test
    @EmbeddedOnly("ten minutes have to pass")
    void keeps_the_usual_deadline_of_ten_minutes(Scenario scenario) {
        scenario.given(deployment("web").replicas(1).podsUnready())
                .awaitQuiet()
                .advance(Duration.ofMinutes(9))
                .then(deployment("web"))
                .condition("Progressing", "True")
                .advance(Duration.ofMinutes(2))
                .then(deployment("web"))
                .condition("Progressing", "False", "ProgressDeadlineExceeded");
    }

    @Test
    void waits_for_pods_to_be_ready_for_a_while(Scenario scenario) {
        scenario.given(deployment("web").replicas(2).minReady(Duration.ofSeconds(8)))
                .awaitQuiet()
                .then(deployment("web"))
                .status("readyReplicas", 2)
                .status("availableReplicas", 0)
                .condition("Available", "False")
                .advance(Duration.ofSeconds(10))
                .awaitQuiet()
                .then(deployment("web"))
                .status("availableReplicas", 2)
                .condition("Available", "True")
                .condition("Progressing", "True", "NewReplicaSetAvailable");
    }

    @Test
    void goes_back_to_an_old_template_with_its_old_set(Scenario scenario) {
        scenario.given(deployment("web").replicas(2))
                .awaitQuiet()
                .when(setImage(deployment("web"), NEW_IMAGE))
                .awaitQuiet()
                .when(setImage(deployment("web"), "example.com/app:1"))
                .awaitQuiet()
                .then(replicaSetsOf("web"))
                .count(2)
                .then(anyOf(setsWithPods()))
                .annotation(REVISION, "3")
                .annotation("deployment.kubernetes.io/revision-history", "1")
                .then(podsOf("web"))
                .count(2)
                .allHave("spec.containers[0].image", "example.com/app:1");
    }

    @Test
    void rolls_back_when_the_old_annotation_asks(Scenario scenario) {
        scenario.given(deployment("web").replicas(2))
                .awaitQuiet()
                .when(setImage(deployment("web"), NEW_IMAGE))
                .awaitQuiet()
                .when(annotate(deployment("web"), "deprecated.deployment.rollback.to", "1"))
                .awaitQuiet()
                .then(deployment("web"))
                .has("spec.template.spec.containers[0].image", "example.com/app:1")
                .lacksAnnotation("deprecated.deployment.rollback.to")
                .annotation(REVISION, "3")
                .hasEvents("DeploymentRollback")
                .then(podsOf("web"))
                .allHave("spec.containers[0].image", "example.com/app:1");
    }

    @Test
    void says_that_there_is_no_such_revision(Scenario scenario) {
        scenario.given(deployment("web").replicas(1))
                .awaitQuiet()
                .when(annotate(deployment("web"), "deprecated.deployment.rollback.to", "7"))
                .awaitQuiet()
                .then(deployment("web"))
                .lacksAnnotation("deprecated.deployment.rollback.to")
                .hasEvents("DeploymentRollbackRevisionNotFound");
    }

    @Test
    void keeps_no_more_history_than_asked_for(Scenario scenario) {
        scenario.given(deployment("web").replicas(1).historyLimit(1))
                .awaitQuiet()
                .when(setImage(deployment("web"), "example.com/app:2"))
                .awaitQuiet()
                .when(setImage(deployment("web"), "example.com/app:3"))
                .awaitQuiet()
                .when(setImage(deployment("web"), "example.com/app:4"))
                .awaitQuiet()
                .then(replicaSetsOf("web"))
                .count(2)
                .numbers("spec.replicas", 0, 1)
                .then(deployment("web"))
                .annotation(REVISION, "4");
    }

    @Test
    void adopts_a_set_that_matches(Scenario scenario) {
        scenario.given(replicaSet("web").label("app", "web").replicas(2))
                .awaitQuiet()
                .given(deployment("web").replicas(2))
                .awaitQuiet()
                .then(all(ReplicaSet.REPLICA_SETS))
                .count(1)
                .allHave("metadata.ownerReferences[0].kind", "Deployment")
                .then(podsOf("web"))
                .count(2)
                .then(deployment("web"))
                .status("availableReplicas", 2);
    }

    @Test
    void releases_a_set_that_no_longer_matches(Scenario scenario) {
        scenario.given(deployment("web").replicas(1))
                .awaitQuiet()
                .when(label(anyOf(replicaSetsOf("web")), "app", "debug"))
                .awaitQuiet()
                .then(replicaSetsOf("web"))
                .count(1)
                .then(all(ReplicaSet.REPLICA_SETS))
                .count(2);
    }

    @Test
    void makes_a_deleted_set_anew(Scenario scenario) {
        scenario.given(deployment("web").replicas(2))
                .awaitQuiet()
                .when(delete(anyOf(replicaSetsOf("web"))))
                .awaitQuiet()
                .then(replicaSetsOf("web"))
                .count(1)
                .then(deployment("web"))
                .status("availableReplicas", 2);
    }

    @Test
    void takes_another_name_when_the_one_it_wants_is_taken(Scenario scenario) {
        scenario.given(deployment("web").replicas(1)).awaitQuiet();
        var taken = scenario.list(ReplicaSet.REPLICA_SETS).getFirst().name();

        scenario.when(delete(deployment("web")))
                .awaitQuiet()
                .when(delete(replicaSet(taken)))
                .awaitQuiet()
                .given(replicaSet(taken).replicas(0))
                .given(deployment("web").replicas(1))
                .awaitQuiet()
                .then(deployment("web"))
                .status("collisionCount", 1)
                .status("availableReplicas", 1)
                .then(replicaSetsOf("web"))
                .count(1);
    }

    @Test
    void copies_its_annotations_to_the_new_set(Scenario scenario) {
        scenario.given(deployment("web").replicas(1).annotation("kubernetes.io/change-cause", "one"))
                .awaitQuiet()
                .then(anyOf(replicaSetsOf("web")))
                .annotation("kubernetes.io/change-cause", "one")
                .annotation("deployment.kubernetes.io/desired-replicas", "1")
                .annotation("deployment.kubernetes.io/max-replicas", "2")
                .when(annotate(deployment("web"), "kubernetes.io/change-cause", "two"))
                .awaitQuiet()
                .then(anyOf(replicaSetsOf("web")))
                .annotation("kubernetes.io/change-cause", "two");
    }

    @Test
    void its_events_name_the_version_they_are_about(Scenario scenario) {
        scenario.given(deployment("web").replicas(1))
                .awaitQuiet()
                .then(deployment("web"))
                .hasEvents("ScalingReplicaSet")
                .then(all(Event.EVENTS)
                        .that("are about it", it -> it.involvedObject().kind().equals("Deployment")))
                .each(event ->
                        assertThat(event.involvedObject().resourceVersion()).isNotEmpty());
    }

    @Test
    void counts_pods_on_their_way_out(Scenario scenario) {
        scenario.given(deployment("web").replicas(2).podsStopAfter(Duration.ofSeconds(10)))
                .awaitQuiet()
                .when(scale(deployment("web"), 1))
                .awaitQuiet()
                .then(deployment("web"))
                .status("replicas", 1)
                .status("terminatingReplicas", 1)
                .advance(Duration.ofSeconds(12))
                .then(deployment("web"))
                .status("terminatingReplicas", 0);
    }

    // ---- when things go wrong

    @Test
    void shows_that_its_set_cannot_create_pods(Scenario scenario) {
        scenario.fault(refuse(create(Pod.PODS)).with(forbidden("exceeded quota")))
                .given(deployment("web").replicas(2))
                .awaitQuiet()
                .then(deployment("web"))
                .condition("ReplicaFailure", "True", "FailedCreate")
                .condition("Available", "False")
                .heal()
                .advance(Duration.ofSeconds(15))
                .awaitQuiet()
                .then(deployment("web"))
                .lacksCondition("ReplicaFailure")
                .condition("Available", "True");
    }

    /// The old set's status keeps counting pods that were ordered away; nobody may count on them.
    @Test
    void keeps_enough_pods_while_the_status_of_its_sets_is_late(Scenario scenario) {
        scenario.given(deployment("web").replicas(10).rolling("3", "20%"))
                .awaitQuiet()
                .fault(refuse(updateStatus(ReplicaSet.REPLICA_SETS)).with(serverError("not now")))
                .when(setImage(deployment("web"), NEW_IMAGE))
                .awaitQuiet()
                .then(oldPods())
                .count(8)
                .when(setImage(deployment("web"), "example.com/app:3"))
                .awaitQuiet()
                .then(oldPods())
                .count(8)
                .heal()
                .advance(Duration.ofSeconds(15))
                .awaitQuiet()
                .then(podsOf("web"))
                .count(10)
                .allHave("spec.containers[0].image", "example.com/app:3")
                .then(replicaSetsOf("web"))
                .numbers("spec.replicas", 0, 0, 10);
    }

    @Test
    void says_when_it_may_not_create_a_set(Scenario scenario) {
        scenario.fault(refuse(create(ReplicaSet.REPLICA_SETS)).with(forbidden("not allowed")))
                .given(deployment("web").replicas(1))
                .awaitQuiet()
                .then(deployment("web"))
                .condition("Progressing", "False", "ReplicaSetCreateError")
                .hasEvents("ReplicaSetCreateError")
                .heal()
                .advance(Duration.ofSeconds(15))
                .awaitQuiet()
                .then(deployment("web"))
                .condition("Progressing", "True", "NewReplicaSetAvailable");
    }

    @Test
    void says_nothing_when_its_set_exists_already(Scenario scenario) {
        scenario.fault(refuse(create(ReplicaSet.REPLICA_SETS))
                        .with(ApiFailure.of(Status.builder()
                                .code(409)
                                .reason("AlreadyExists")
                                .message("replicasets.apps \"web\" already exists")
                                .build()))
                        .times(1))
                .given(deployment("web").replicas(1))
                .awaitQuiet()
                .then(deployment("web"))
                .hasNoEvents("ReplicaSetCreateError")
                .condition("Progressing", "True", "NewReplicaSetAvailable");
    }

    @Test
    void rolls_out_over_conflicts_and_a_failover(Scenario scenario) {
        scenario.given(deployment("web").replicas(4))
                .awaitQuiet()
                .fault(
                        conflictOnce(update(ReplicaSet.REPLICA_SETS)),
                        conflictOnce(updateStatus(Deployment.DEPLOYMENTS)))
                .crashAfterWrite(3)
                .when(setImage(deployment("web"), NEW_IMAGE))
                .awaitQuiet()
                .failover()
                .awaitQuiet()
                .then(podsOf("web"))
                .count(4)
                .allHave("spec.containers[0].image", NEW_IMAGE)
                .then(replicaSetsOf("web"))
                .numbers("spec.replicas", 0, 4);
    }

    private static ObjectGroup<Pod> oldPods() {
        return readyPodsOf("web")
                .that(
                        "have the first image",
                        pod -> pod.spec().containers().getFirst().image().equals("example.com/app:1"));
    }

    private static ObjectGroup<ReplicaSet> setsWithPods() {
        return replicaSetsOf("web")
                .that("have pods", set -> set.spec().replicas().orElse(1) > 0);
    }
}
