package dev.kcm.conformance.workload;

import static dev.kcm.testing.scenario.Actions.annotate;
import static dev.kcm.testing.scenario.Actions.delete;
import static dev.kcm.testing.scenario.Actions.label;
import static dev.kcm.testing.scenario.Actions.patch;
import static dev.kcm.testing.scenario.Actions.scale;
import static dev.kcm.testing.scenario.Actions.setReady;
import static dev.kcm.testing.scenario.Actions.unlabel;
import static dev.kcm.testing.scenario.Builders.pod;
import static dev.kcm.testing.scenario.Builders.statefulSet;
import static dev.kcm.testing.scenario.Faults.conflictOnce;
import static dev.kcm.testing.scenario.Faults.create;
import static dev.kcm.testing.scenario.Faults.dropWatch;
import static dev.kcm.testing.scenario.Faults.forbidden;
import static dev.kcm.testing.scenario.Faults.refuse;
import static dev.kcm.testing.scenario.Faults.updateStatus;
import static dev.kcm.testing.scenario.Locators.all;
import static dev.kcm.testing.scenario.Locators.orphanedPods;
import static dev.kcm.testing.scenario.Locators.podsOf;
import static dev.kcm.testing.scenario.Locators.readyPodsOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.apps.v1.ControllerRevision;
import dev.kcm.model.apps.v1.StatefulSet;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.operation.Propagation;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.scenario.ObjectLocator;
import dev.kcm.testing.scenario.Scenario;
import java.time.Duration;
import org.junit.jupiter.api.Test;

@KubeScenario(controllers = "statefulset-controller")
class StatefulSetScenarioTest {

    @Test
    void starts_its_pods_in_order(Scenario scenario) {
        scenario.given(statefulSet("db").replicas(3))
                .awaitQuiet()
                .then(readyPodsOf("db"))
                .count(3)
                .then(statefulSet("db"))
                .status("replicas", 3)
                .status("readyReplicas", 3)
                .status("availableReplicas", 3)
                .status("currentReplicas", 3)
                .status("updatedReplicas", 3)
                .status("collisionCount", 0)
                .hasEvents("SuccessfulCreate")
                .then(all(ControllerRevision.CONTROLLER_REVISIONS))
                .count(1)
                .wrote("create controllerrevisions x1", "create pods x3", "update statefulsets/status");
    }

    @Test
    void its_pods_say_who_they_are(Scenario scenario) {
        scenario.given(statefulSet("db").replicas(2)).awaitQuiet();
        var revision = scenario.list(ControllerRevision.CONTROLLER_REVISIONS).getFirst();

        assertThat(revision.name()).startsWith("db-");
        assertThat(revision.revision()).isEqualTo(1);
        scenario.then(pod("db-1"))
                .label("statefulset.kubernetes.io/pod-name", "db-1")
                .label("apps.kubernetes.io/pod-index", "1")
                .label("controller-revision-hash", revision.name())
                .has("spec.hostname", "db-1")
                .has("spec.subdomain", "db")
                .has("metadata.generateName", "db-")
                .has("metadata.ownerReferences[0].name", "db")
                .then(statefulSet("db"))
                .status("currentRevision", revision.name())
                .status("updateRevision", revision.name());
    }

    @Test
    void waits_for_a_pod_that_is_not_ready(Scenario scenario) {
        scenario.given(statefulSet("db").replicas(3).podsUnready())
                .awaitQuiet()
                .then(podsOf("db"))
                .count(1)
                .when(setReady(pod("db-0"), true))
                .awaitQuiet()
                .then(podsOf("db"))
                .count(2)
                .then(statefulSet("db"))
                .status("replicas", 2)
                .status("readyReplicas", 1);
    }

    @Test
    void starts_all_at_once_when_it_may(Scenario scenario) {
        scenario.given(statefulSet("db").replicas(4).parallel().podsUnready())
                .awaitQuiet()
                .then(podsOf("db"))
                .count(4)
                .then(statefulSet("db"))
                .status("replicas", 4)
                .status("readyReplicas", 0);
    }

    @Test
    void pods_wait_until_the_one_before_has_been_ready_for_its_time(Scenario scenario) {
        scenario.given(statefulSet("db").replicas(2).minReady(Duration.ofSeconds(8)))
                .awaitQuiet()
                .then(podsOf("db"))
                .count(1)
                .then(statefulSet("db"))
                .status("readyReplicas", 1)
                .status("availableReplicas", 0)
                .advance(Duration.ofSeconds(10))
                .then(podsOf("db"))
                .count(2)
                .advance(Duration.ofSeconds(10))
                .then(statefulSet("db"))
                .status("availableReplicas", 2);
    }

    @Test
    void replaces_a_deleted_pod_by_one_of_its_name(Scenario scenario) {
        scenario.given(statefulSet("db").replicas(3)).awaitQuiet();
        var before = scenario.list(Pod.PODS).stream()
                .filter(it -> it.name().equals("db-1"))
                .findFirst()
                .orElseThrow();

        scenario.when(delete(pod("db-1")))
                .awaitQuiet()
                .then(readyPodsOf("db"))
                .count(3)
                .then(pod("db-1"))
                .satisfies(now -> assertThat(now.uid()).isNotEqualTo(before.uid()));
    }

    @Test
    void replaces_a_failed_pod(Scenario scenario) {
        scenario.given(statefulSet("db").replicas(2)).awaitQuiet();

        scenario.when(annotate(pod("db-0"), "kcm.dev/phase", "Failed"))
                .awaitQuiet()
                .then(readyPodsOf("db"))
                .count(2)
                .then(statefulSet("db"))
                .hasEvents("SuccessfulCreate", "SuccessfulDelete");
    }

    @Test
    void scales_up_and_down(Scenario scenario) {
        scenario.given(statefulSet("db").replicas(1))
                .awaitQuiet()
                .when(scale(statefulSet("db"), 4))
                .awaitQuiet()
                .then(readyPodsOf("db"))
                .count(4)
                .when(scale(statefulSet("db"), 2))
                .awaitQuiet()
                .then(pod("db-3"))
                .isGone()
                .then(pod("db-2"))
                .isGone()
                .then(statefulSet("db"))
                .status("replicas", 2)
                .status("currentReplicas", 2)
                .hasEvents("SuccessfulCreate", "SuccessfulDelete");
    }

    @Test
    void does_not_scale_down_past_a_pod_that_is_not_ready(Scenario scenario) {
        scenario.given(statefulSet("db").replicas(3)).awaitQuiet();

        scenario.when(setReady(pod("db-0"), false))
                .awaitQuiet()
                .when(scale(statefulSet("db"), 1))
                .awaitQuiet()
                .then(podsOf("db"))
                .count(3)
                .when(setReady(pod("db-0"), true))
                .awaitQuiet()
                .then(podsOf("db"))
                .count(1);
    }

    @Test
    void the_lowest_pod_that_goes_may_be_unready(Scenario scenario) {
        scenario.given(statefulSet("db").replicas(3)).awaitQuiet();

        scenario.when(setReady(pod("db-1"), false))
                .awaitQuiet()
                .when(scale(statefulSet("db"), 1))
                .awaitQuiet()
                .then(podsOf("db"))
                .count(1);
    }

    @Test
    void scales_down_at_once_when_it_may(Scenario scenario) {
        scenario.given(statefulSet("db").replicas(4).parallel()).awaitQuiet();

        scenario.when(setReady(pod("db-0"), false))
                .awaitQuiet()
                .when(scale(statefulSet("db"), 1))
                .awaitQuiet()
                .then(podsOf("db"))
                .count(1)
                .allHave("metadata.name", "db-0");
    }

    @Test
    void scales_to_nothing_and_back(Scenario scenario) {
        scenario.given(statefulSet("db").replicas(2))
                .awaitQuiet()
                .when(scale(statefulSet("db"), 0))
                .awaitQuiet()
                .then(podsOf("db"))
                .none()
                .then(statefulSet("db"))
                .status("replicas", 0)
                .when(scale(statefulSet("db"), 1))
                .awaitQuiet()
                .then(readyPodsOf("db"))
                .count(1);
    }

    @Test
    void counts_from_where_it_is_told_to(Scenario scenario) {
        scenario.given(statefulSet("db").replicas(2).startingAt(5))
                .awaitQuiet()
                .then(pod("db-5"))
                .label("apps.kubernetes.io/pod-index", "5")
                .then(pod("db-6"))
                .label("apps.kubernetes.io/pod-index", "6")
                .when(patch(statefulSet("db"), "{\"spec\":{\"ordinals\":{\"start\":6}}}"))
                .awaitQuiet()
                .then(pod("db-5"))
                .isGone()
                .then(pod("db-7"))
                .label("apps.kubernetes.io/pod-index", "7")
                .then(statefulSet("db"))
                .status("replicas", 2);
    }

    @Test
    void adopts_orphans_with_its_names_only(Scenario scenario) {
        scenario.given(pod("db-0").like("db"), pod("stranger").like("db"))
                .awaitQuiet()
                .given(statefulSet("db").replicas(1))
                .awaitQuiet()
                .then(pod("db-0"))
                .has("metadata.ownerReferences[0].name", "db")
                .then(orphanedPods())
                .count(1)
                .allHave("metadata.name", "stranger");
    }

    @Test
    void releases_a_pod_that_no_longer_matches(Scenario scenario) {
        scenario.given(statefulSet("db").replicas(2)).awaitQuiet();

        scenario.when(label(pod("db-1"), "app", "debug"))
                .awaitQuiet()
                .then(orphanedPods())
                .count(1)
                .allHave("metadata.name", "db-1")
                .when(delete(pod("db-1")))
                .awaitQuiet()
                .advance(Duration.ofSeconds(30))
                .then(readyPodsOf("db"))
                .count(2);
    }

    @Test
    void gives_a_pod_its_label_back(Scenario scenario) {
        scenario.given(statefulSet("db").replicas(2)).awaitQuiet();

        scenario.when(unlabel(pod("db-1"), "statefulset.kubernetes.io/pod-name"))
                .awaitQuiet()
                .then(pod("db-1"))
                .label("statefulset.kubernetes.io/pod-name", "db-1")
                .then(statefulSet("db"))
                .hasEvents("SuccessfulCreate", "SuccessfulUpdate");
    }

    @Test
    void finds_its_pods_and_revisions_again_after_it_was_deleted_alone(Scenario scenario) {
        scenario.given(statefulSet("db").replicas(2)).awaitQuiet();
        var revision = scenario.list(ControllerRevision.CONTROLLER_REVISIONS).getFirst();
        scenario.when(
                        delete(statefulSet("db"), Propagation.BACKGROUND),
                        patch(pod("db-0"), "{\"metadata\":{\"ownerReferences\":null}}"),
                        patch(pod("db-1"), "{\"metadata\":{\"ownerReferences\":null}}"),
                        patch(
                                ObjectLocator.named(ControllerRevision.CONTROLLER_REVISIONS, revision.name()),
                                "{\"metadata\":{\"ownerReferences\":null}}"))
                .awaitQuiet();

        scenario.given(statefulSet("db").replicas(2))
                .awaitQuiet()
                .then(all(ControllerRevision.CONTROLLER_REVISIONS))
                .count(1)
                .then(podsOf("db"))
                .count(2)
                .wrote("patch pods x2", "patch controllerrevisions x1", "update statefulsets/status");
    }

    @Test
    void does_nothing_for_a_set_that_is_being_deleted(Scenario scenario) {
        scenario.given(statefulSet("db").replicas(2).finalizer("example.com/hold"))
                .awaitQuiet()
                .when(delete(statefulSet("db")))
                .awaitQuiet()
                .when(delete(pod("db-1")))
                .awaitQuiet()
                .then(statefulSet("db"))
                .isTerminating()
                .status("replicas", 1)
                .then(podsOf("db"))
                .count(1);
    }

    // ---- when things go wrong

    @Test
    void goes_on_when_pods_may_be_created_again(Scenario scenario) {
        scenario.fault(refuse(create(Pod.PODS)).with(forbidden("exceeded quota")))
                .given(statefulSet("db").replicas(2))
                .awaitQuiet()
                .then(podsOf("db"))
                .none()
                .then(statefulSet("db"))
                .hasEvents("FailedCreate");

        scenario.heal().advance(Duration.ofMinutes(1)).then(readyPodsOf("db")).count(2);
    }

    @Test
    void survives_a_crash_between_a_revision_and_the_first_pod(Scenario scenario) {
        scenario.crashAfterWrite(1)
                .given(statefulSet("db").replicas(2))
                .awaitQuiet()
                .then(readyPodsOf("db"))
                .count(2)
                .then(all(ControllerRevision.CONTROLLER_REVISIONS))
                .count(1);
    }

    @Test
    void survives_conflicts_and_lost_watches(Scenario scenario) {
        scenario.fault(conflictOnce(updateStatus(StatefulSet.STATEFUL_SETS)), dropWatch(Pod.PODS))
                .given(statefulSet("db").replicas(3))
                .awaitQuiet()
                .then(statefulSet("db"))
                .status("availableReplicas", 3);
    }
}
