package dev.kcm.conformance.workload;

import static dev.kcm.testing.scenario.Actions.delete;
import static dev.kcm.testing.scenario.Actions.patch;
import static dev.kcm.testing.scenario.Actions.setImage;
import static dev.kcm.testing.scenario.Builders.pod;
import static dev.kcm.testing.scenario.Builders.statefulSet;
import static dev.kcm.testing.scenario.Faults.conflictOnce;
import static dev.kcm.testing.scenario.Faults.update;
import static dev.kcm.testing.scenario.Locators.all;
import static dev.kcm.testing.scenario.Locators.podsOf;
import static dev.kcm.testing.scenario.Locators.readyPodsOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.apps.v1.ControllerRevision;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.scenario.Action;
import dev.kcm.testing.scenario.Scenario;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// A set whose template changes.
@KubeScenario(controllers = "statefulset-controller")
class StatefulSetUpdateScenarioTest {
    private static final String OLD = "example.com/app:1";
    private static final String NEW = "example.com/app:2";

    @Test
    void updates_every_pod(Scenario scenario) {
        scenario.given(statefulSet("db").replicas(3)).awaitQuiet();

        scenario.when(setImage(statefulSet("db"), NEW))
                .awaitQuiet()
                .then(readyPodsOf("db"))
                .count(3)
                .allHave("spec.containers[0].image", NEW)
                .then(all(ControllerRevision.CONTROLLER_REVISIONS))
                .count(2)
                .wrote(
                        "create controllerrevisions x1",
                        "delete pods x3",
                        "create pods x3",
                        "update statefulsets/status");
        var newest = revision(scenario, 2);
        scenario.then(statefulSet("db"))
                .status("currentRevision", newest)
                .status("updateRevision", newest)
                .status("currentReplicas", 3)
                .status("updatedReplicas", 3);
    }

    @Test
    void updates_a_parallel_set_one_by_one(Scenario scenario) {
        scenario.given(statefulSet("db").replicas(3).parallel()).awaitQuiet();

        scenario.when(breaking("db"))
                .awaitQuiet()
                .then(readyPodsOf("db"))
                .count(2)
                .allHave("spec.containers[0].image", OLD)
                .then(pod("db-2"))
                .has("spec.containers[0].image", NEW);
    }

    @Test
    void updates_no_further_than_its_partition(Scenario scenario) {
        scenario.given(statefulSet("db").replicas(3).partition(2)).awaitQuiet();
        var first = revision(scenario, 1);

        scenario.when(setImage(statefulSet("db"), NEW))
                .awaitQuiet()
                .then(pod("db-2"))
                .has("spec.containers[0].image", NEW)
                .then(pod("db-1"))
                .has("spec.containers[0].image", OLD)
                .then(statefulSet("db"))
                .status("currentReplicas", 2)
                .status("updatedReplicas", 1)
                .status("currentRevision", first);

        scenario.when(delete(pod("db-0")))
                .awaitQuiet()
                .then(pod("db-0"))
                .has("spec.containers[0].image", OLD)
                .label("controller-revision-hash", first);
    }

    @Test
    void a_partition_counts_from_the_first_ordinal(Scenario scenario) {
        scenario.given(statefulSet("db").replicas(3).startingAt(4).partition(1)).awaitQuiet();

        scenario.when(setImage(statefulSet("db"), NEW))
                .awaitQuiet()
                .then(pod("db-4"))
                .has("spec.containers[0].image", OLD)
                .then(pod("db-5"))
                .has("spec.containers[0].image", NEW)
                .then(pod("db-6"))
                .has("spec.containers[0].image", NEW);
    }

    @Test
    void updates_pods_when_they_are_deleted(Scenario scenario) {
        scenario.given(statefulSet("db").replicas(2).updatingOnDelete()).awaitQuiet();

        scenario.when(setImage(statefulSet("db"), NEW))
                .awaitQuiet()
                .then(podsOf("db"))
                .allHave("spec.containers[0].image", OLD)
                .when(delete(pod("db-0")))
                .awaitQuiet()
                .then(pod("db-0"))
                .has("spec.containers[0].image", NEW)
                .then(pod("db-1"))
                .has("spec.containers[0].image", OLD)
                .then(statefulSet("db"))
                .status("updatedReplicas", 1);
    }

    @Test
    void a_broken_update_stops_and_does_not_go_back_by_itself(Scenario scenario) {
        scenario.given(statefulSet("db").replicas(3)).awaitQuiet();

        scenario.when(breaking("db"))
                .awaitQuiet()
                .then(readyPodsOf("db"))
                .count(2)
                .when(mending("db"))
                .awaitQuiet()
                .then(pod("db-2"))
                .has("spec.containers[0].image", NEW)
                .when(delete(pod("db-2")))
                .awaitQuiet()
                .then(readyPodsOf("db"))
                .count(3)
                .allHave("spec.containers[0].image", OLD);
    }

    @Test
    void a_template_that_was_there_before_gets_its_revision_back(Scenario scenario) {
        scenario.given(statefulSet("db").replicas(1)).awaitQuiet();
        var first = revision(scenario, 1);

        scenario.when(setImage(statefulSet("db"), NEW))
                .awaitQuiet()
                .when(setImage(statefulSet("db"), OLD))
                .awaitQuiet()
                .then(all(ControllerRevision.CONTROLLER_REVISIONS))
                .count(2)
                .wrote(
                        "update controllerrevisions x1",
                        "delete pods x1",
                        "create pods x1",
                        "update statefulsets/status");
        assertThat(revision(scenario, 3)).isEqualTo(first);
    }

    @Test
    void keeps_as_many_old_revisions_as_it_is_told_to(Scenario scenario) {
        scenario.given(statefulSet("db").replicas(1).historyLimit(1)).awaitQuiet();

        scenario.when(setImage(statefulSet("db"), NEW))
                .awaitQuiet()
                .when(setImage(statefulSet("db"), "example.com/app:3"))
                .awaitQuiet()
                .when(setImage(statefulSet("db"), "example.com/app:4"))
                .awaitQuiet()
                .then(all(ControllerRevision.CONTROLLER_REVISIONS))
                .count(2)
                .numbers("revision", 3, 4);
    }

    @Test
    void annotations_of_the_template_update_and_others_do_not(Scenario scenario) {
        scenario.given(statefulSet("db").replicas(1)).awaitQuiet();

        scenario.when(patch(statefulSet("db"), "{\"metadata\":{\"annotations\":{\"note\":\"x\"}}}"))
                .awaitQuiet()
                .then(all(ControllerRevision.CONTROLLER_REVISIONS))
                .count(1)
                .when(patch(
                        statefulSet("db"),
                        "{\"spec\":{\"template\":{\"metadata\":{\"annotations\":{\"restarted\":\"x\"}}}}}"))
                .awaitQuiet()
                .then(pod("db-0"))
                .annotation("restarted", "x")
                .then(all(ControllerRevision.CONTROLLER_REVISIONS))
                .count(2);
    }

    @Test
    void an_update_waits_until_pods_have_been_ready_for_their_time(Scenario scenario) {
        scenario.given(statefulSet("db").replicas(2).parallel().minReady(Duration.ofSeconds(8)))
                .awaitQuiet()
                .advance(Duration.ofSeconds(10))
                .when(setImage(statefulSet("db"), NEW))
                .awaitQuiet()
                .then(pod("db-1"))
                .has("spec.containers[0].image", NEW)
                .then(pod("db-0"))
                .has("spec.containers[0].image", OLD)
                .advance(Duration.ofSeconds(10))
                .then(pod("db-0"))
                .has("spec.containers[0].image", NEW)
                .advance(Duration.ofSeconds(10))
                .then(statefulSet("db"))
                .status("availableReplicas", 2);
    }

    @Test
    void only_the_type_of_the_strategy_is_enough(Scenario scenario) {
        scenario.given(statefulSet("db")
                        .replicas(3)
                        .with(it ->
                                it.withSpec(spec -> spec.updateStrategy(strategy -> strategy.type("RollingUpdate")))))
                .awaitQuiet()
                .when(setImage(statefulSet("db"), NEW))
                .awaitQuiet()
                .then(readyPodsOf("db"))
                .count(3)
                .allHave("spec.containers[0].image", NEW);
    }

    @Test
    void survives_a_crash_and_a_conflict_in_the_middle(Scenario scenario) {
        scenario.given(statefulSet("db").replicas(3)).awaitQuiet();

        scenario.fault(conflictOnce(update(ControllerRevision.CONTROLLER_REVISIONS)))
                .crashAfterWrite(4)
                .when(setImage(statefulSet("db"), NEW))
                .awaitQuiet()
                .when(setImage(statefulSet("db"), OLD))
                .awaitQuiet()
                .advance(Duration.ofSeconds(5))
                .then(readyPodsOf("db"))
                .count(3)
                .allHave("spec.containers[0].image", OLD)
                .then(all(ControllerRevision.CONTROLLER_REVISIONS))
                .count(2);
    }

    /// Pods of the new template never become ready.
    private static Action breaking(String set) {
        return patch(statefulSet(set), template("false", NEW));
    }

    private static Action mending(String set) {
        return patch(statefulSet(set), template(null, OLD));
    }

    private static String template(String ready, String image) {
        return """
            {"spec":{"template":{"metadata":{"annotations":{"kcm.dev/ready":%s}},
             "spec":{"containers":[{"name":"main","image":"%s"}]}}}}
            """.formatted(ready == null ? "null" : "\"" + ready + "\"", image);
    }

    private static String revision(Scenario scenario, long number) {
        return scenario.list(ControllerRevision.CONTROLLER_REVISIONS).stream()
                .filter(it -> it.revision() == number)
                .map(ControllerRevision::name)
                .findFirst()
                .orElseThrow();
    }
}
