package dev.kcm.conformance.workload;

import static dev.kcm.testing.scenario.Actions.delete;
import static dev.kcm.testing.scenario.Actions.label;
import static dev.kcm.testing.scenario.Actions.patch;
import static dev.kcm.testing.scenario.Actions.scale;
import static dev.kcm.testing.scenario.Actions.setReady;
import static dev.kcm.testing.scenario.Actions.unlabel;
import static dev.kcm.testing.scenario.Builders.deployment;
import static dev.kcm.testing.scenario.Builders.job;
import static dev.kcm.testing.scenario.Builders.pod;
import static dev.kcm.testing.scenario.Builders.podDisruptionBudget;
import static dev.kcm.testing.scenario.Builders.replicaSet;
import static dev.kcm.testing.scenario.Builders.replicationController;
import static dev.kcm.testing.scenario.Builders.statefulSet;
import static dev.kcm.testing.scenario.Faults.conflictOnce;
import static dev.kcm.testing.scenario.Faults.dropWatch;
import static dev.kcm.testing.scenario.Faults.forbidden;
import static dev.kcm.testing.scenario.Faults.refuse;
import static dev.kcm.testing.scenario.Faults.updateStatus;
import static dev.kcm.testing.scenario.Locators.aPodOf;
import static dev.kcm.testing.scenario.Locators.podsOf;

import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.meta.v1.LabelSelector;
import dev.kcm.model.operation.Propagation;
import dev.kcm.model.policy.v1.PodDisruptionBudget;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.scenario.Scenario;
import org.junit.jupiter.api.Test;

/// What a budget counts: pods of owners of every kind.
@KubeScenario(
        controllers = {
            "disruption-controller",
            "deployment-controller",
            "replicaset-controller",
            "replicationcontroller-controller",
            "statefulset-controller",
            "job-controller"
        })
class DisruptionScenarioTest {

    @Test
    void counts_the_pods_of_a_deployment(Scenario scenario) {
        scenario.given(deployment("web").replicas(4))
                .awaitQuiet()
                .given(podDisruptionBudget("web").maxUnavailable("1"))
                .awaitQuiet()
                .then(podDisruptionBudget("web"))
                .status("expectedPods", 4)
                .status("desiredHealthy", 3)
                .status("currentHealthy", 4)
                .status("disruptionsAllowed", 1)
                .status("observedGeneration", 1)
                .condition("DisruptionAllowed", "True", "SufficientPods");
    }

    @Test
    void counts_the_pods_of_a_replica_set(Scenario scenario) {
        scenario.given(replicaSet("web").replicas(3))
                .awaitQuiet()
                .given(podDisruptionBudget("web").minAvailable("50%"))
                .awaitQuiet()
                .then(podDisruptionBudget("web"))
                .status("expectedPods", 3)
                .status("desiredHealthy", 2)
                .status("currentHealthy", 3)
                .status("disruptionsAllowed", 1);
    }

    @Test
    void counts_the_pods_of_a_replication_controller(Scenario scenario) {
        scenario.given(replicationController("old").replicas(3))
                .awaitQuiet()
                .given(podDisruptionBudget("old").maxUnavailable("34%"))
                .awaitQuiet()
                .then(podDisruptionBudget("old"))
                .status("expectedPods", 3)
                .status("desiredHealthy", 1)
                .status("disruptionsAllowed", 2);
    }

    @Test
    void counts_the_pods_of_a_stateful_set(Scenario scenario) {
        scenario.given(statefulSet("db").replicas(3))
                .awaitQuiet()
                .given(podDisruptionBudget("db").maxUnavailable("1"))
                .awaitQuiet()
                .then(podDisruptionBudget("db"))
                .status("expectedPods", 3)
                .status("desiredHealthy", 2)
                .status("currentHealthy", 3)
                .status("disruptionsAllowed", 1);
    }

    @Test
    void counts_workloads_of_several_kinds_together(Scenario scenario) {
        scenario.given(
                        statefulSet("db").replicas(2).podLabel("tier", "data"),
                        deployment("cache").replicas(3).podLabel("tier", "data"))
                .awaitQuiet()
                .given(podDisruptionBudget("data")
                        .maxUnavailable("20%")
                        .selecting(LabelSelector.builder()
                                .addMatchExpressions(one -> one.key("tier")
                                        .operator("In")
                                        .addValues("data")
                                        .addValues("more"))
                                .build()))
                .awaitQuiet()
                .then(podDisruptionBudget("data"))
                .status("expectedPods", 5)
                .status("desiredHealthy", 4)
                .status("disruptionsAllowed", 1);
    }

    @Test
    void a_number_of_pods_that_have_to_be_there_needs_no_owner(Scenario scenario) {
        scenario.given(pod("one").like("bare"), pod("two").like("bare"))
                .awaitQuiet()
                .given(podDisruptionBudget("bare").minAvailable("1"))
                .awaitQuiet()
                .then(podDisruptionBudget("bare"))
                .status("expectedPods", 2)
                .status("desiredHealthy", 1)
                .status("currentHealthy", 2)
                .status("disruptionsAllowed", 1);
    }

    @Test
    void a_share_of_pods_without_owners_is_none(Scenario scenario) {
        scenario.given(pod("one").like("bare"), pod("two").like("bare"))
                .awaitQuiet()
                .given(podDisruptionBudget("bare").minAvailable("50%"))
                .awaitQuiet()
                .then(podDisruptionBudget("bare"))
                .status("expectedPods", 0)
                .status("disruptionsAllowed", 0)
                .condition("DisruptionAllowed", "False", "InsufficientPods")
                .hasEvents("UnmanagedPods");
    }

    @Test
    void a_share_of_what_cannot_be_scaled_allows_nothing(Scenario scenario) {
        scenario.given(job("batch"))
                .awaitQuiet()
                .given(podDisruptionBudget("batch").maxUnavailable("1"))
                .awaitQuiet()
                .then(podDisruptionBudget("batch"))
                .status("disruptionsAllowed", 0)
                .condition("DisruptionAllowed", "False", "SyncFailed")
                .has("status.conditions[0].message", "jobs.batch does not implement the scale subresource")
                .hasEvents("CalculateExpectedPodCountFailed");
    }

    @Test
    void pods_of_an_owner_that_waits_for_its_orphans_count(Scenario scenario) {
        scenario.given(replicaSet("web").replicas(2))
                .awaitQuiet()
                .given(podDisruptionBudget("web").maxUnavailable("1"))
                .awaitQuiet()
                .when(delete(replicaSet("web"), Propagation.ORPHAN))
                .awaitQuiet()
                .then(podsOf("web"))
                .count(2)
                .then(podDisruptionBudget("web"))
                .status("disruptionsAllowed", 1);
    }

    @Test
    void without_pods_it_allows_nothing_and_says_so(Scenario scenario) {
        scenario.given(podDisruptionBudget("nobody").maxUnavailable("1"))
                .awaitQuiet()
                .then(podDisruptionBudget("nobody"))
                .status("expectedPods", 0)
                .status("disruptionsAllowed", 0)
                .condition("DisruptionAllowed", "False", "InsufficientPods")
                .hasEvents("NoPods");
    }

    @Test
    void without_an_amount_it_allows_nothing(Scenario scenario) {
        scenario.given(replicaSet("web").replicas(2))
                .awaitQuiet()
                .given(podDisruptionBudget("web"))
                .awaitQuiet()
                .then(podDisruptionBudget("web"))
                .status("expectedPods", 0)
                .status("desiredHealthy", 0)
                .status("currentHealthy", 2)
                .status("disruptionsAllowed", 0);
    }

    @Test
    void an_empty_selector_selects_all_pods_of_the_namespace(Scenario scenario) {
        scenario.given(replicaSet("web").replicas(2), pod("bare"))
                .awaitQuiet()
                .given(podDisruptionBudget("all").minAvailable("1").selecting(LabelSelector.EMPTY))
                .awaitQuiet()
                .then(podDisruptionBudget("all"))
                .status("expectedPods", 3)
                .status("disruptionsAllowed", 2);
    }

    @Test
    void pods_that_are_not_ready_are_not_healthy(Scenario scenario) {
        scenario.given(replicaSet("web").replicas(3))
                .awaitQuiet()
                .given(podDisruptionBudget("web").maxUnavailable("1"))
                .awaitQuiet()
                .when(setReady(aPodOf("web"), false))
                .awaitQuiet()
                .then(podDisruptionBudget("web"))
                .status("currentHealthy", 2)
                .status("disruptionsAllowed", 0)
                .condition("DisruptionAllowed", "False", "InsufficientPods")
                .when(setReady(aPodOf("web"), true))
                .awaitQuiet()
                .then(podDisruptionBudget("web"))
                .status("currentHealthy", 3)
                .status("disruptionsAllowed", 1);
    }

    @Test
    void follows_the_scale_of_its_workload(Scenario scenario) {
        scenario.given(deployment("web").replicas(2))
                .awaitQuiet()
                .given(podDisruptionBudget("web").maxUnavailable("50%"))
                .awaitQuiet()
                .then(podDisruptionBudget("web"))
                .status("disruptionsAllowed", 1)
                .when(scale(deployment("web"), 5))
                .awaitQuiet()
                .then(podDisruptionBudget("web"))
                .status("expectedPods", 5)
                .status("desiredHealthy", 2)
                .status("currentHealthy", 5)
                .status("disruptionsAllowed", 3)
                .when(scale(deployment("web"), 0))
                .awaitQuiet()
                .then(podDisruptionBudget("web"))
                .status("expectedPods", 0)
                .status("disruptionsAllowed", 0);
    }

    @Test
    void follows_a_change_of_its_selector_and_amount(Scenario scenario) {
        scenario.given(replicaSet("web").replicas(3), replicaSet("api").replicas(2))
                .awaitQuiet()
                .given(podDisruptionBudget("one").selecting("web").minAvailable("1"))
                .awaitQuiet()
                .then(podDisruptionBudget("one"))
                .status("expectedPods", 3)
                .when(patch(podDisruptionBudget("one"), "{spec: {selector: {matchLabels: {app: api}}}}"))
                .awaitQuiet()
                .then(podDisruptionBudget("one"))
                .status("expectedPods", 2)
                .status("disruptionsAllowed", 1)
                .status("observedGeneration", 2)
                .when(patch(podDisruptionBudget("one"), "{spec: {minAvailable: 100%}}"))
                .awaitQuiet()
                .then(podDisruptionBudget("one"))
                .status("desiredHealthy", 2)
                .status("disruptionsAllowed", 0)
                .status("observedGeneration", 3);
    }

    @Test
    void a_pod_leaves_and_enters_by_its_labels(Scenario scenario) {
        scenario.given(pod("one").like("bare").label("canary", "no"), pod("two").like("bare"))
                .awaitQuiet()
                .given(podDisruptionBudget("bare").minAvailable("1"))
                .awaitQuiet()
                .when(unlabel(pod("one"), "app"))
                .awaitQuiet()
                .then(podDisruptionBudget("bare"))
                .status("expectedPods", 1)
                .status("disruptionsAllowed", 0)
                .when(label(pod("one"), "app", "bare"))
                .awaitQuiet()
                .then(podDisruptionBudget("bare"))
                .status("expectedPods", 2)
                .status("disruptionsAllowed", 1);
    }

    @Test
    void a_selector_may_name_a_single_pod(Scenario scenario) {
        scenario.given(statefulSet("db").replicas(2))
                .awaitQuiet()
                .given(podDisruptionBudget("first")
                        .minAvailable("1")
                        .selecting(LabelSelector.builder()
                                .putMatchLabels("statefulset.kubernetes.io/pod-name", "db-0")
                                .build()))
                .awaitQuiet()
                .then(podDisruptionBudget("first"))
                .status("expectedPods", 1)
                .status("currentHealthy", 1)
                .status("disruptionsAllowed", 0);
    }

    @Test
    void several_budgets_of_a_pod_are_all_kept_and_warned_of(Scenario scenario) {
        scenario.given(
                        podDisruptionBudget("one").selecting("web").minAvailable("1"),
                        podDisruptionBudget("two").selecting("web").maxUnavailable("1"))
                .awaitQuiet()
                .given(replicaSet("web").replicas(3))
                .awaitQuiet()
                .then(podDisruptionBudget("one"))
                .status("disruptionsAllowed", 2)
                .then(podDisruptionBudget("two"))
                .status("disruptionsAllowed", 1)
                .then(aPodOf("web"))
                .hasEvents("MultiplePodDisruptionBudgets");
    }

    @Test
    void conditions_of_others_stay(Scenario scenario) {
        scenario.given(replicaSet("web").replicas(2))
                .awaitQuiet()
                .given(podDisruptionBudget("web").maxUnavailable("1"))
                .awaitQuiet()
                .when(DisruptionConditions.added(podDisruptionBudget("web"), "Approved"))
                .awaitQuiet()
                .when(scale(replicaSet("web"), 3))
                .awaitQuiet()
                .then(podDisruptionBudget("web"))
                .condition("Approved", "True")
                .condition("DisruptionAllowed", "True")
                .status("expectedPods", 3);
    }

    @Test
    void a_status_that_conflicts_is_written_again(Scenario scenario) {
        scenario.fault(conflictOnce(updateStatus(PodDisruptionBudget.POD_DISRUPTION_BUDGETS)));
        scenario.given(replicaSet("web").replicas(3))
                .awaitQuiet()
                .given(podDisruptionBudget("web").maxUnavailable("1"))
                .awaitQuiet()
                .then(podDisruptionBudget("web"))
                .status("disruptionsAllowed", 1)
                .wasRefused("update poddisruptionbudgets/status x1");
    }

    @Test
    void a_status_that_is_refused_is_tried_again(Scenario scenario) {
        scenario.given(replicaSet("web").replicas(3)).awaitQuiet();
        scenario.fault(refuse(updateStatus(PodDisruptionBudget.POD_DISRUPTION_BUDGETS))
                .with(forbidden("not now"))
                .times(2));
        scenario.given(podDisruptionBudget("web").maxUnavailable("1"))
                .awaitQuiet()
                .then(podDisruptionBudget("web"))
                .status("disruptionsAllowed", 1)
                .condition("DisruptionAllowed", "True", "SufficientPods");
    }

    @Test
    void survives_a_crash_and_lost_watches(Scenario scenario) {
        scenario.given(replicaSet("web").replicas(3)).awaitQuiet();
        scenario.crashAfterWrite(1);
        scenario.given(podDisruptionBudget("web").maxUnavailable("1")).awaitQuiet();
        scenario.fault(dropWatch(Pod.PODS), dropWatch(PodDisruptionBudget.POD_DISRUPTION_BUDGETS));
        scenario.when(setReady(aPodOf("web"), false)).awaitQuiet();
        scenario.restart();
        scenario.awaitQuiet()
                .then(podDisruptionBudget("web"))
                .status("currentHealthy", 2)
                .status("disruptionsAllowed", 0);
    }
}
