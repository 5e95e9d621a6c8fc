package dev.kcm.conformance.workload;

import static dev.kcm.testing.scenario.Actions.evict;
import static dev.kcm.testing.scenario.Actions.patch;
import static dev.kcm.testing.scenario.Actions.refusedToEvict;
import static dev.kcm.testing.scenario.Actions.setReady;
import static dev.kcm.testing.scenario.Builders.pod;
import static dev.kcm.testing.scenario.Builders.podDisruptionBudget;
import static dev.kcm.testing.scenario.Builders.replicaSet;
import static dev.kcm.testing.scenario.Builders.statefulSet;
import static dev.kcm.testing.scenario.Locators.aPodOf;
import static dev.kcm.testing.scenario.Locators.anyOf;
import static dev.kcm.testing.scenario.Locators.isReady;
import static dev.kcm.testing.scenario.Locators.podsOf;
import static dev.kcm.testing.scenario.Locators.readyPodsOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.Pod;
import dev.kcm.testing.junit.EmbeddedOnly;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.scenario.Action;
import dev.kcm.testing.scenario.ObjectLocator;
import dev.kcm.testing.scenario.Scenario;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Evictions and the budgets that grant or refuse them.
@KubeScenario(controllers = {"disruption-controller", "replicaset-controller", "statefulset-controller"})
class EvictionScenarioTest {
    private static final ObjectLocator<Pod> UNREADY = anyOf(podsOf("web").that("are not ready", pod -> !isReady(pod)));

    @Test
    void a_pod_without_a_budget_goes_and_says_why(Scenario scenario) {
        scenario.given(pod("bare").stopsAfter(Duration.ofSeconds(20)))
                .awaitQuiet()
                .when(evict(pod("bare")))
                .then(pod("bare"))
                .isTerminating()
                .condition("DisruptionTarget", "True", "EvictionByEvictionAPI");
    }

    @Test
    void a_budget_allows_one_pod_after_the_other(Scenario scenario) {
        scenario.given(statefulSet("db").replicas(3).podsStopAfter(Duration.ofSeconds(8)))
                .awaitQuiet()
                .given(podDisruptionBudget("db").maxUnavailable("1"))
                .awaitQuiet()
                .when(evict(pod("db-1")))
                .awaitQuiet()
                .when(refusedToEvict(pod("db-2"), "needs 2 healthy pods and has 2 currently"))
                .advance(Duration.ofSeconds(10))
                .then(readyPodsOf("db"))
                .count(3)
                .when(evict(pod("db-2")))
                .advance(Duration.ofSeconds(10))
                .then(readyPodsOf("db"))
                .count(3)
                .then(podDisruptionBudget("db"))
                .status("disruptionsAllowed", 1)
                .satisfies(budget -> assertThat(budget.status().disruptedPods()).isEmpty());
    }

    @Test
    void a_budget_refuses_the_second_until_the_first_is_replaced(Scenario scenario) {
        scenario.given(replicaSet("web").replicas(3).podsStartAfter(Duration.ofSeconds(8)))
                .advance(Duration.ofSeconds(10))
                .given(podDisruptionBudget("web").maxUnavailable("1"))
                .awaitQuiet()
                .when(evict(aPodOf("web")))
                .awaitQuiet()
                .then(podDisruptionBudget("web"))
                .status("currentHealthy", 2)
                .status("disruptionsAllowed", 0)
                .when(refusedToEvict(
                        anyOf(readyPodsOf("web")),
                        "The disruption budget web needs 2 healthy pods and has 2 currently"))
                .then(readyPodsOf("web"))
                .count(2)
                .advance(Duration.ofSeconds(10))
                .when(evict(aPodOf("web")))
                .awaitQuiet()
                .advance(Duration.ofSeconds(10))
                .then(readyPodsOf("web"))
                .count(3);
    }

    @Test
    void a_budget_that_allows_nothing_refuses_until_it_is_changed(Scenario scenario) {
        scenario.given(replicaSet("web").replicas(2))
                .awaitQuiet()
                .given(podDisruptionBudget("web").minAvailable("100%"))
                .awaitQuiet()
                .when(refusedToEvict(
                        aPodOf("web"), "The disruption budget web needs 2 healthy pods and has 2 currently"))
                .when(patch(podDisruptionBudget("web"), "{spec: {minAvailable: 50%}}"))
                .awaitQuiet()
                .when(evict(aPodOf("web")))
                .awaitQuiet()
                .then(readyPodsOf("web"))
                .count(2);
    }

    @Test
    void two_budgets_of_a_pod_are_one_too_many(Scenario scenario) {
        scenario.given(replicaSet("web").replicas(2))
                .awaitQuiet()
                .given(
                        podDisruptionBudget("one").selecting("web").minAvailable("1"),
                        podDisruptionBudget("two").selecting("web").minAvailable("1"))
                .awaitQuiet()
                .when(refusedToEvict(
                        aPodOf("web"),
                        "This pod has more than one PodDisruptionBudget, which the eviction subresource does"
                                + " not support."))
                .then(podsOf("web"))
                .count(2);
    }

    @Test
    void a_pod_that_is_not_ready_costs_a_healthy_budget_nothing(Scenario scenario) {
        scenario.given(replicaSet("web").replicas(3))
                .awaitQuiet()
                .given(podDisruptionBudget("web").minAvailable("2"))
                .awaitQuiet()
                .when(setReady(aPodOf("web"), false))
                .awaitQuiet()
                .then(podDisruptionBudget("web"))
                .status("disruptionsAllowed", 0)
                .when(evict(UNREADY))
                .awaitQuiet()
                .then(readyPodsOf("web"))
                .count(3);
    }

    @Test
    void a_pod_that_is_not_ready_stays_while_too_few_are_unless_the_budget_lets_it_go(Scenario scenario) {
        scenario.given(replicaSet("web").replicas(3))
                .awaitQuiet()
                .given(podDisruptionBudget("web").minAvailable("3"))
                .awaitQuiet()
                .when(setReady(aPodOf("web"), false))
                .awaitQuiet()
                .when(refusedToEvict(UNREADY, "needs 3 healthy pods and has 2 currently"))
                .when(patch(podDisruptionBudget("web"), "{spec: {unhealthyPodEvictionPolicy: AlwaysAllow}}"))
                .awaitQuiet()
                .when(evict(UNREADY))
                .awaitQuiet()
                .then(readyPodsOf("web"))
                .count(3);
    }

    @Test
    void a_pod_that_has_not_started_needs_no_budget(Scenario scenario) {
        scenario.given(
                        pod("waits").like("web").phase("Pending"),
                        podDisruptionBudget("web").minAvailable("1"))
                .awaitQuiet()
                .when(evict(pod("waits")))
                .awaitQuiet()
                .then(pod("waits"))
                .isGone();
    }

    @Test
    void a_pod_that_its_budget_cannot_count_stays(Scenario scenario) {
        scenario.given(pod("bare").like("web"))
                .awaitQuiet()
                .given(podDisruptionBudget("web").maxUnavailable("1"))
                .awaitQuiet()
                .when(refusedToEvict(pod("bare"), "The disruption budget web does not allow evicting pods currently"))
                .then(pod("bare"))
                .exists();
    }

    @Test
    @EmbeddedOnly("needs more than two minutes to pass")
    void a_pod_that_was_granted_and_not_deleted_counts_again_after_two_minutes(Scenario scenario) {
        scenario.given(replicaSet("web").replicas(2))
                .awaitQuiet()
                .given(podDisruptionBudget("web").maxUnavailable("1"))
                .awaitQuiet()
                .when(granted("web"))
                .awaitQuiet()
                .then(podDisruptionBudget("web"))
                .status("currentHealthy", 1)
                .status("disruptionsAllowed", 0)
                .advance(Duration.ofSeconds(130))
                .then(podDisruptionBudget("web"))
                .status("currentHealthy", 2)
                .status("disruptionsAllowed", 1)
                .satisfies(budget -> assertThat(budget.status().disruptedPods()).isEmpty())
                .then(aPodOf("web"))
                .hasEvents("NotDeleted");
    }

    @Test
    @EmbeddedOnly("needs more than two minutes to pass")
    void a_disruption_that_did_not_come_is_taken_back_after_two_minutes(Scenario scenario) {
        scenario.given(pod("stays"), pod("ending"))
                .awaitQuiet()
                .when(announced("stays", "PreemptionByScheduler"), announced("ending", "TerminationByKubelet"))
                .awaitQuiet()
                .advance(Duration.ofSeconds(100))
                .then(pod("stays"))
                .condition("DisruptionTarget", "True", "PreemptionByScheduler")
                .advance(Duration.ofSeconds(30))
                .then(pod("stays"))
                .condition("DisruptionTarget", "False")
                .satisfies(pod -> assertThat(pod.status().conditions())
                        .filteredOn(it -> it.type().equals("DisruptionTarget"))
                        .allMatch(it -> it.reason().isEmpty() && it.message().isEmpty()))
                .then(pod("ending"))
                .condition("DisruptionTarget", "True", "TerminationByKubelet");
    }

    @Test
    @EmbeddedOnly("needs more than two minutes to pass")
    void both_time_limits_outlive_a_restart(Scenario scenario) {
        scenario.given(replicaSet("web").replicas(2), pod("stays"))
                .awaitQuiet()
                .given(podDisruptionBudget("web").maxUnavailable("1"))
                .awaitQuiet()
                .when(granted("web"), announced("stays", "PreemptionByScheduler"))
                .awaitQuiet()
                .advance(Duration.ofSeconds(60));
        scenario.restart();
        scenario.awaitQuiet()
                .then(podDisruptionBudget("web"))
                .status("currentHealthy", 1)
                .advance(Duration.ofSeconds(70))
                .then(podDisruptionBudget("web"))
                .status("currentHealthy", 2)
                .then(pod("stays"))
                .condition("DisruptionTarget", "False");
    }

    /// The API server granted the eviction of a pod and crashed.
    private static Action granted(String owner) {
        return DisruptionConditions.granted(podDisruptionBudget(owner), aPodOf(owner));
    }

    private static Action announced(String pod, String reason) {
        return DisruptionConditions.announced(pod(pod), reason);
    }
}
