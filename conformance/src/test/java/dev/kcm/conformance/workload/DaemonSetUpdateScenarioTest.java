package dev.kcm.conformance.workload;

import static dev.kcm.testing.scenario.Actions.delete;
import static dev.kcm.testing.scenario.Actions.patch;
import static dev.kcm.testing.scenario.Actions.setImage;
import static dev.kcm.testing.scenario.Builders.daemonSet;
import static dev.kcm.testing.scenario.Faults.conflictOnce;
import static dev.kcm.testing.scenario.Faults.update;
import static dev.kcm.testing.scenario.Locators.all;
import static dev.kcm.testing.scenario.Locators.podsOf;
import static dev.kcm.testing.scenario.Locators.readyPodsOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.apps.v1.ControllerRevision;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.scenario.Action;
import dev.kcm.testing.scenario.ObjectGroup;
import dev.kcm.testing.scenario.Scenario;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// A set whose template changes.
@KubeScenario(controllers = "daemonset-controller")
class DaemonSetUpdateScenarioTest {
    private static final String OLD = "example.com/app:1";
    private static final String NEW = "example.com/app:2";

    @Test
    void updates_every_pod(Scenario scenario) {
        var own = new DaemonNodes("roll");
        own.in(scenario, 3).given(own.set("agent")).awaitQuiet();

        scenario.when(setImage(daemonSet("agent"), NEW))
                .awaitQuiet()
                .then(readyPodsOf("agent"))
                .count(3)
                .allHave("spec.containers[0].image", NEW)
                .then(all(ControllerRevision.CONTROLLER_REVISIONS))
                .count(2)
                .numbers("revision", 1, 2)
                .then(daemonSet("agent"))
                .status("updatedNumberScheduled", 3)
                .status("numberAvailable", 3)
                .annotation("deprecated.daemonset.template.generation", "2")
                .wrote("create controllerrevisions x1", "delete pods x3", "create pods x3", "update daemonsets/status");
    }

    @Test
    void a_broken_update_stops_at_as_many_as_may_be_unavailable(Scenario scenario) {
        var own = new DaemonNodes("broken");
        own.in(scenario, 4).given(own.set("agent").maxUnavailable(2)).awaitQuiet();

        scenario.when(breaking("agent"))
                .awaitQuiet()
                .then(readyPodsOf("agent"))
                .count(2)
                .allHave("spec.containers[0].image", OLD)
                .then(of("agent", NEW))
                .count(2)
                .then(daemonSet("agent"))
                .status("updatedNumberScheduled", 2)
                .status("numberUnavailable", 2);
    }

    @Test
    void a_rollback_leaves_alone_who_was_not_updated(Scenario scenario) {
        var own = new DaemonNodes("rollback");
        own.in(scenario, 3).given(own.set("agent")).awaitQuiet();

        scenario.when(breaking("agent"))
                .awaitQuiet()
                .then(readyPodsOf("agent"))
                .count(2)
                .when(mending("agent"))
                .awaitQuiet()
                .then(readyPodsOf("agent"))
                .count(3)
                .allHave("spec.containers[0].image", OLD)
                .then(all(ControllerRevision.CONTROLLER_REVISIONS))
                .count(2)
                .numbers("revision", 2, 3)
                .wrote("update controllerrevisions x1", "delete pods x1", "create pods x1", "update daemonsets/status");
    }

    @Test
    void new_pods_come_up_beside_old_ones(Scenario scenario) {
        var own = new DaemonNodes("surge");
        own.in(scenario, 3).given(own.set("agent").maxSurge(1)).awaitQuiet();

        scenario.when(setImage(daemonSet("agent"), NEW))
                .awaitQuiet()
                .then(readyPodsOf("agent"))
                .count(3)
                .allHave("spec.containers[0].image", NEW)
                .then(daemonSet("agent"))
                .status("updatedNumberScheduled", 3)
                .status("numberAvailable", 3);
    }

    @Test
    void a_broken_update_with_surge_takes_nobody_away(Scenario scenario) {
        var own = new DaemonNodes("surge-broken");
        own.in(scenario, 3).given(own.set("agent").maxSurge(2)).awaitQuiet();

        scenario.when(breaking("agent"))
                .awaitQuiet()
                .then(readyPodsOf("agent"))
                .count(3)
                .allHave("spec.containers[0].image", OLD)
                .then(of("agent", NEW))
                .count(2)
                .then(daemonSet("agent"))
                .status("numberAvailable", 3)
                .when(mending("agent"))
                .awaitQuiet()
                .then(readyPodsOf("agent"))
                .count(3)
                .then(of("agent", NEW))
                .none();
    }

    @Test
    void updates_pods_when_they_are_deleted(Scenario scenario) {
        var own = new DaemonNodes("on-delete");
        own.in(scenario, 2).given(own.set("agent").updatingOnDelete()).awaitQuiet();

        scenario.when(setImage(daemonSet("agent"), NEW))
                .awaitQuiet()
                .then(readyPodsOf("agent"))
                .count(2)
                .allHave("spec.containers[0].image", OLD)
                .when(delete(own.podOn("agent", 1)))
                .awaitQuiet()
                .then(of("agent", NEW))
                .count(1)
                .then(daemonSet("agent"))
                .status("updatedNumberScheduled", 1);
    }

    @Test
    void keeps_as_many_old_revisions_as_it_is_told_to(Scenario scenario) {
        var own = new DaemonNodes("history");
        own.in(scenario, 1).given(own.set("agent").historyLimit(1)).awaitQuiet();

        scenario.when(setImage(daemonSet("agent"), NEW))
                .awaitQuiet()
                .when(setImage(daemonSet("agent"), "example.com/app:3"))
                .awaitQuiet()
                .when(setImage(daemonSet("agent"), "example.com/app:4"))
                .awaitQuiet()
                .then(all(ControllerRevision.CONTROLLER_REVISIONS))
                .count(2)
                .numbers("revision", 3, 4);
    }

    @Test
    void an_update_waits_until_pods_have_been_ready_for_their_time(Scenario scenario) {
        var own = new DaemonNodes("patient");
        own.in(scenario, 2)
                .given(own.set("agent").minReady(Duration.ofSeconds(8)))
                .awaitQuiet()
                .advance(Duration.ofSeconds(10))
                .when(setImage(daemonSet("agent"), NEW))
                .awaitQuiet()
                .then(of("agent", NEW))
                .count(1)
                .advance(Duration.ofSeconds(10))
                .then(of("agent", NEW))
                .count(2)
                .advance(Duration.ofSeconds(10))
                .then(daemonSet("agent"))
                .status("numberAvailable", 2);
    }

    @Test
    void annotations_of_the_template_update_and_others_do_not(Scenario scenario) {
        var own = new DaemonNodes("annotations");
        own.in(scenario, 1).given(own.set("agent")).awaitQuiet();

        scenario.when(patch(daemonSet("agent"), "{\"metadata\":{\"annotations\":{\"note\":\"x\"}}}"))
                .awaitQuiet()
                .then(all(ControllerRevision.CONTROLLER_REVISIONS))
                .count(1)
                .when(patch(
                        daemonSet("agent"),
                        "{\"spec\":{\"template\":{\"metadata\":{\"annotations\":{\"restarted\":\"x\"}}}}}"))
                .awaitQuiet()
                .then(readyPodsOf("agent"))
                .count(1)
                .allHave("metadata.annotations.restarted", "x")
                .then(all(ControllerRevision.CONTROLLER_REVISIONS))
                .count(2);
    }

    @Test
    void another_process_goes_on_in_the_middle(Scenario scenario) {
        var own = new DaemonNodes("restart");
        own.in(scenario, 3)
                .given(own.set("agent").minReady(Duration.ofSeconds(8)))
                .awaitQuiet()
                .advance(Duration.ofSeconds(10))
                .when(setImage(daemonSet("agent"), NEW))
                .awaitQuiet()
                .then(of("agent", NEW))
                .count(1)
                .restart()
                .advance(Duration.ofSeconds(12))
                .advance(Duration.ofSeconds(12))
                .advance(Duration.ofSeconds(12))
                .then(readyPodsOf("agent"))
                .count(3)
                .allHave("spec.containers[0].image", NEW)
                .then(all(ControllerRevision.CONTROLLER_REVISIONS))
                .count(2);
    }

    @Test
    void survives_a_crash_and_a_conflict_in_the_middle(Scenario scenario) {
        var own = new DaemonNodes("upset");
        own.in(scenario, 3).given(own.set("agent")).awaitQuiet();

        scenario.fault(conflictOnce(update(ControllerRevision.CONTROLLER_REVISIONS)))
                .crashAfterWrite(4)
                .when(setImage(daemonSet("agent"), NEW))
                .awaitQuiet()
                .when(setImage(daemonSet("agent"), OLD))
                .awaitQuiet()
                .advance(Duration.ofSeconds(5))
                .then(readyPodsOf("agent"))
                .count(3)
                .allHave("spec.containers[0].image", OLD)
                .then(all(ControllerRevision.CONTROLLER_REVISIONS))
                .count(2)
                .satisfy(revisions -> assertThat(revisions).allMatch(it -> it.revision() > 1));
    }

    private static ObjectGroup<Pod> of(String set, String image) {
        return podsOf(set)
                .that(
                        "run " + image,
                        pod -> pod.spec().containers().getFirst().image().equals(image));
    }

    /// Pods of the new template never become ready.
    private static Action breaking(String set) {
        return patch(daemonSet(set), template("\"false\"", NEW));
    }

    private static Action mending(String set) {
        return patch(daemonSet(set), template("null", OLD));
    }

    private static String template(String ready, String image) {
        return """
            {"spec":{"template":{"metadata":{"annotations":{"kcm.dev/ready":%s}},
             "spec":{"containers":[{"name":"main","image":"%s"}]}}}}
            """.formatted(ready, image);
    }
}
