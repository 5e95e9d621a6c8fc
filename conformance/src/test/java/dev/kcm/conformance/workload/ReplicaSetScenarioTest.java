package dev.kcm.conformance.workload;

import static dev.kcm.testing.scenario.Actions.annotate;
import static dev.kcm.testing.scenario.Actions.delete;
import static dev.kcm.testing.scenario.Actions.label;
import static dev.kcm.testing.scenario.Actions.scale;
import static dev.kcm.testing.scenario.Actions.setReady;
import static dev.kcm.testing.scenario.Builders.pod;
import static dev.kcm.testing.scenario.Builders.replicaSet;
import static dev.kcm.testing.scenario.Builders.yaml;
import static dev.kcm.testing.scenario.Faults.conflictOnce;
import static dev.kcm.testing.scenario.Faults.create;
import static dev.kcm.testing.scenario.Faults.dropWatch;
import static dev.kcm.testing.scenario.Faults.expireRevision;
import static dev.kcm.testing.scenario.Faults.forbidden;
import static dev.kcm.testing.scenario.Faults.refuse;
import static dev.kcm.testing.scenario.Faults.serverError;
import static dev.kcm.testing.scenario.Faults.updateStatus;
import static dev.kcm.testing.scenario.Locators.aPodOf;
import static dev.kcm.testing.scenario.Locators.all;
import static dev.kcm.testing.scenario.Locators.orphanedPods;
import static dev.kcm.testing.scenario.Locators.podsOf;
import static dev.kcm.testing.scenario.Locators.readyPodsOf;
import static dev.kcm.testing.scenario.Locators.terminatingPodsOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.core.v1.Event;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.operation.Propagation;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.scenario.Faults;
import dev.kcm.testing.scenario.Scenario;
import java.time.Duration;
import org.junit.jupiter.api.Test;

@KubeScenario(controllers = "replicaset-controller")
class ReplicaSetScenarioTest {

    @Test
    void replaces_a_deleted_pod(Scenario scenario) {
        scenario.given(replicaSet("web").replicas(3)).awaitQuiet();

        scenario.when(delete(aPodOf("web")))
                .awaitQuiet()
                .then(podsOf("web"))
                .count(3)
                .then(replicaSet("web"))
                .status("replicas", 3)
                .status("availableReplicas", 3)
                .wrote("create pods x1", "update replicasets/status x1..4");
    }

    @Test
    void replaces_a_failed_pod(Scenario scenario) {
        scenario.given(replicaSet("web").replicas(2)).awaitQuiet();

        scenario.when(annotate(aPodOf("web"), "kcm.dev/phase", "Failed"))
                .awaitQuiet()
                .then(podsOf("web"))
                .count(3)
                .then(readyPodsOf("web"))
                .count(2)
                .then(replicaSet("web"))
                .status("replicas", 2);
    }

    @Test
    void scales_up_and_down(Scenario scenario) {
        scenario.given(replicaSet("web").replicas(1))
                .awaitQuiet()
                .when(scale(replicaSet("web"), 5))
                .awaitQuiet()
                .then(podsOf("web"))
                .count(5)
                .when(scale(replicaSet("web"), 2))
                .awaitQuiet()
                .then(podsOf("web"))
                .count(2)
                .then(replicaSet("web"))
                .status("replicas", 2)
                .status("fullyLabeledReplicas", 2)
                .hasEvents("SuccessfulCreate", "SuccessfulDelete");
    }

    @Test
    void scales_to_nothing(Scenario scenario) {
        scenario.given(replicaSet("web").replicas(3))
                .awaitQuiet()
                .when(scale(replicaSet("web"), 0))
                .awaitQuiet()
                .then(podsOf("web"))
                .none()
                .then(replicaSet("web"))
                .status("replicas", 0)
                .status("readyReplicas", 0);
    }

    @Test
    void loses_unready_pods_first(Scenario scenario) {
        scenario.given(replicaSet("web").replicas(3)).awaitQuiet();
        scenario.when(setReady(aPodOf("web"), false)).awaitQuiet();

        scenario.when(scale(replicaSet("web"), 2))
                .awaitQuiet()
                .then(readyPodsOf("web"))
                .count(2)
                .wrote("delete pods x1", "update replicasets/status");
    }

    @Test
    void loses_the_pods_that_cost_least_first(Scenario scenario) {
        scenario.given(replicaSet("web").replicas(1).podAnnotation("keep", "yes"))
                .awaitQuiet();
        scenario.when(annotate(aPodOf("web"), "controller.kubernetes.io/pod-deletion-cost", "100"))
                .when(scale(replicaSet("web"), 4))
                .awaitQuiet()
                .when(scale(replicaSet("web"), 1))
                .awaitQuiet()
                .then(aPodOf("web"))
                .annotation("controller.kubernetes.io/pod-deletion-cost", "100");
    }

    @Test
    void adopts_orphans_that_match(Scenario scenario) {
        scenario.given(pod("lonely").like("web"), pod("other").like("db"))
                .awaitQuiet()
                .given(replicaSet("web").replicas(2))
                .awaitQuiet()
                .then(podsOf("web"))
                .count(2)
                .then(pod("lonely"))
                .has("metadata.ownerReferences[0].name", "web")
                .has("metadata.ownerReferences[0].blockOwnerDeletion", true)
                .then(orphanedPods())
                .count(1)
                .wrote("patch pods x1", "create pods x1", "update replicasets/status");
    }

    @Test
    void deletes_what_it_adopts_beyond_its_size(Scenario scenario) {
        scenario.given(
                        pod("one").like("web"),
                        pod("two").like("web").unready(),
                        pod("three").like("web").unready())
                .awaitQuiet()
                .given(replicaSet("web").replicas(1))
                .awaitQuiet()
                .then(podsOf("web"))
                .count(1)
                .allHave("metadata.name", "one")
                .then(orphanedPods())
                .none();
    }

    @Test
    void keeps_its_ready_pod_when_it_adopts_another(Scenario scenario) {
        scenario.given(replicaSet("web").replicas(1)).awaitQuiet();
        var kept = scenario.list(Pod.PODS).getFirst().name();

        scenario.given(pod("extra").like("web").unready())
                .awaitQuiet()
                .then(pod("extra"))
                .isGone()
                .then(podsOf("web"))
                .count(1)
                .allHave("metadata.name", kept);
    }

    @Test
    void its_events_name_the_version_they_are_about(Scenario scenario) {
        scenario.given(replicaSet("web").replicas(1))
                .awaitQuiet()
                .then(replicaSet("web"))
                .hasEvents("SuccessfulCreate")
                .then(all(Event.EVENTS)
                        .that(
                                "are about the set",
                                it -> it.involvedObject().kind().equals("ReplicaSet")))
                .each(event ->
                        assertThat(event.involvedObject().resourceVersion()).isNotEmpty());
    }

    @Test
    void releases_a_pod_that_no_longer_matches(Scenario scenario) {
        scenario.given(replicaSet("web").replicas(2)).awaitQuiet();

        scenario.when(label(aPodOf("web"), "app", "debug"))
                .awaitQuiet()
                .then(podsOf("web"))
                .count(2)
                .then(orphanedPods())
                .count(1)
                .allHave("metadata.labels.app", "debug")
                .wrote("patch pods x1", "create pods x1", "update replicasets/status x1..4");
    }

    @Test
    void leaves_pods_of_another_controller_alone(Scenario scenario) {
        scenario.given(replicaSet("web").replicas(2))
                .awaitQuiet()
                .given(replicaSet("rival")
                        .replicas(1)
                        .with(it -> it.withSpec(spec -> spec.selector(all -> all.putMatchLabels("app", "web"))
                                .template(pods -> pods.metadata(some -> some.putLabels("app", "web"))))))
                .awaitQuiet()
                .then(podsOf("web"))
                .count(2)
                .then(podsOf("rival"))
                .count(1);
    }

    @Test
    void pods_count_as_available_after_their_time(Scenario scenario) {
        scenario.given(replicaSet("web").replicas(2).minReady(Duration.ofSeconds(8)))
                .awaitQuiet()
                .then(replicaSet("web"))
                .status("readyReplicas", 2)
                .status("availableReplicas", 0)
                .advance(Duration.ofSeconds(10))
                .then(replicaSet("web"))
                .status("availableReplicas", 2);
    }

    @Test
    void counts_pods_on_their_way_out(Scenario scenario) {
        scenario.given(replicaSet("web").replicas(2).podsStopAfter(Duration.ofSeconds(10)))
                .awaitQuiet()
                .when(scale(replicaSet("web"), 1))
                .awaitQuiet()
                .then(replicaSet("web"))
                .status("replicas", 1)
                .status("terminatingReplicas", 1)
                .then(terminatingPodsOf("web"))
                .count(1)
                .advance(Duration.ofSeconds(12))
                .then(replicaSet("web"))
                .status("terminatingReplicas", 0)
                .then(terminatingPodsOf("web"))
                .none();
    }

    @Test
    void counts_only_pods_with_all_labels_of_the_template_as_fully_labelled(Scenario scenario) {
        scenario.given(pod("lonely").like("web"))
                .awaitQuiet()
                .given(replicaSet("web").replicas(2).podLabel("tier", "front"))
                .awaitQuiet()
                .then(replicaSet("web"))
                .status("replicas", 2)
                .status("fullyLabeledReplicas", 1);
    }

    @Test
    void leaves_its_pods_when_it_is_deleted_alone(Scenario scenario) {
        scenario.given(replicaSet("web").replicas(2))
                .awaitQuiet()
                .when(delete(replicaSet("web"), Propagation.BACKGROUND))
                .awaitQuiet()
                .then(replicaSet("web"))
                .isGone()
                .then(podsOf("web"))
                .count(2)
                .wroteNothing();
    }

    @Test
    void does_nothing_for_a_set_that_is_being_deleted(Scenario scenario) {
        scenario.given(replicaSet("web").replicas(2).finalizer("example.com/hold"))
                .awaitQuiet()
                .when(delete(replicaSet("web")))
                .awaitQuiet()
                .when(delete(aPodOf("web")))
                .awaitQuiet()
                .then(replicaSet("web"))
                .isTerminating()
                .status("replicas", 1)
                .then(podsOf("web"))
                .count(1);
    }

    @Test
    void keeps_what_a_user_writes_as_yaml(Scenario scenario) {
        scenario.given(yaml("""
            apiVersion: apps/v1
            kind: ReplicaSet
            metadata:
              name: web
            spec:
              replicas: 2
              selector:
                matchExpressions:
                - {key: app, operator: In, values: [web, www]}
              template:
                metadata:
                  labels: {app: www}
                  annotations: {note: kept}
                  finalizers: [example.com/kept]
                spec:
                  terminationGracePeriodSeconds: 5
                  containers:
                  - {name: main, image: "example.com/app:7"}
            """))
                .awaitQuiet()
                .then(podsOf("web"))
                .count(2)
                .allHave("metadata.annotations.note", "kept")
                .allHave("metadata.finalizers[0]", "example.com/kept")
                .allHave("spec.terminationGracePeriodSeconds", 5);
    }

    // ---- when things go wrong

    @Test
    void stops_creating_when_quota_refuses(Scenario scenario) {
        scenario.fault(refuse(create(Pod.PODS)).with(forbidden("exceeded quota")))
                .given(replicaSet("web").replicas(100))
                .awaitQuiet()
                .wrote("update replicasets/status x1..2")
                .wasRefused("create pods x2..20")
                .then(replicaSet("web"))
                .condition("ReplicaFailure", "True", "FailedCreate")
                .hasEvents("FailedCreate");
    }

    @Test
    void starts_slowly_and_goes_on_once_there_is_quota(Scenario scenario) {
        scenario.fault(refuse(create(Pod.PODS))
                        .with(forbidden("exceeded quota"))
                        .after(3))
                .given(replicaSet("web").replicas(20))
                .awaitQuiet()
                .then(podsOf("web"))
                .count(3)
                .then(replicaSet("web"))
                .condition("ReplicaFailure", "True", "FailedCreate")
                .heal()
                .advance(Duration.ofSeconds(15))
                .awaitQuiet()
                .then(podsOf("web"))
                .count(20)
                .then(replicaSet("web"))
                .lacksCondition("ReplicaFailure");
    }

    @Test
    void says_so_when_it_may_not_delete(Scenario scenario) {
        scenario.given(replicaSet("web").replicas(3))
                .awaitQuiet()
                .fault(refuse(Faults.delete(Pod.PODS))
                        .with(serverError("out of order"))
                        .times(1))
                .when(scale(replicaSet("web"), 1))
                .awaitQuiet()
                .then(podsOf("web"))
                .count(1)
                .then(replicaSet("web"))
                .lacksCondition("ReplicaFailure")
                .hasEvents("FailedDelete");
    }

    @Test
    void a_refused_adoption_is_no_failure_to_create(Scenario scenario) {
        scenario.given(pod("lonely").like("web"))
                .awaitQuiet()
                .fault(refuse(Faults.patch(Pod.PODS)).with(forbidden("not yours")))
                .given(replicaSet("web").replicas(2))
                .awaitQuiet()
                .then(podsOf("web"))
                .none()
                .then(replicaSet("web"))
                .lacksCondition("ReplicaFailure")
                .heal()
                .advance(Duration.ofSeconds(15))
                .awaitQuiet()
                .then(podsOf("web"))
                .count(2)
                .then(orphanedPods())
                .none();
    }

    @Test
    void makes_up_for_watches_lost_before_anything_happened(Scenario scenario) {
        scenario.fault(dropWatch(Pod.PODS), dropWatch(ReplicaSet.REPLICA_SETS));
        scenario.given(replicaSet("web").replicas(2))
                .awaitQuiet()
                .then(podsOf("web"))
                .count(2);
    }

    @Test
    void survives_conflicts_and_lost_watches(Scenario scenario) {
        scenario.fault(conflictOnce(updateStatus(ReplicaSet.REPLICA_SETS)))
                .given(replicaSet("web").replicas(3))
                .awaitQuiet()
                .then(replicaSet("web"))
                .status("availableReplicas", 3)
                .fault(dropWatch(Pod.PODS))
                .when(delete(aPodOf("web")))
                .awaitQuiet()
                .then(podsOf("web"))
                .count(3)
                .fault(expireRevision())
                .when(delete(aPodOf("web")))
                .awaitQuiet()
                .then(podsOf("web"))
                .count(3)
                .then(replicaSet("web"))
                .status("availableReplicas", 3);
    }

    @Test
    void creates_no_pod_twice_when_it_crashes_or_is_relieved(Scenario scenario) {
        scenario.crashAfterWrite(2)
                .given(replicaSet("web").replicas(4))
                .awaitQuiet()
                .then(podsOf("web"))
                .count(4)
                .wrote("create pods x3..4", "update replicasets/status") // one may be cut off
                .failover()
                .when(scale(replicaSet("web"), 6))
                .awaitQuiet()
                .then(podsOf("web"))
                .count(6)
                .restart()
                .awaitQuiet()
                .then(podsOf("web"))
                .count(6);
    }
}
