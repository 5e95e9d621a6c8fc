package dev.kcm.conformance.workload;

import static dev.kcm.testing.scenario.Actions.annotate;
import static dev.kcm.testing.scenario.Actions.delete;
import static dev.kcm.testing.scenario.Actions.label;
import static dev.kcm.testing.scenario.Actions.patch;
import static dev.kcm.testing.scenario.Builders.daemonSet;
import static dev.kcm.testing.scenario.Builders.node;
import static dev.kcm.testing.scenario.Builders.pod;
import static dev.kcm.testing.scenario.Faults.conflictOnce;
import static dev.kcm.testing.scenario.Faults.create;
import static dev.kcm.testing.scenario.Faults.dropWatch;
import static dev.kcm.testing.scenario.Faults.forbidden;
import static dev.kcm.testing.scenario.Faults.refuse;
import static dev.kcm.testing.scenario.Faults.updateStatus;
import static dev.kcm.testing.scenario.Locators.aPodOf;
import static dev.kcm.testing.scenario.Locators.all;
import static dev.kcm.testing.scenario.Locators.anyOf;
import static dev.kcm.testing.scenario.Locators.orphanedPods;
import static dev.kcm.testing.scenario.Locators.podsOf;
import static dev.kcm.testing.scenario.Locators.readyPodsOf;
import static dev.kcm.testing.scenario.Locators.terminatingPodsOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.apps.v1.ControllerRevision;
import dev.kcm.model.apps.v1.DaemonSet;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.operation.Propagation;
import dev.kcm.model.value.Quantity;
import dev.kcm.testing.junit.EmbeddedOnly;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.scenario.ObjectLocator;
import dev.kcm.testing.scenario.Scenario;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Every scenario has nodes of its own.
@KubeScenario(controllers = "daemonset-controller")
class DaemonSetScenarioTest {

    @Test
    void runs_one_pod_on_every_node_it_asks_for(Scenario scenario) {
        var own = new DaemonNodes("plain");
        own.in(scenario, 3)
                .given(own.set("agent"))
                .awaitQuiet()
                .then(readyPodsOf("agent"))
                .count(3)
                .satisfy(pods -> assertThat(pods)
                        .extracting(pod -> pod.spec().nodeName())
                        .containsExactlyInAnyOrder(own.name(1), own.name(2), own.name(3)))
                .then(daemonSet("agent"))
                .status("desiredNumberScheduled", 3)
                .status("currentNumberScheduled", 3)
                .status("numberReady", 3)
                .status("numberAvailable", 3)
                .status("updatedNumberScheduled", 3)
                .status("numberMisscheduled", 0)
                .hasEvents("SuccessfulCreate")
                .then(all(ControllerRevision.CONTROLLER_REVISIONS))
                .count(1)
                .wrote("create controllerrevisions x1", "create pods x3", "update daemonsets/status");
    }

    @Test
    void its_pods_say_where_they_belong(Scenario scenario) {
        var own = new DaemonNodes("fields");
        own.in(scenario, 1).given(own.set("agent")).awaitQuiet();
        var revision = scenario.list(ControllerRevision.CONTROLLER_REVISIONS).getFirst();
        var hash = revision.labels().get("controller-revision-hash");

        assertThat(revision.name()).isEqualTo("agent-" + hash);
        var required =
                "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].";
        scenario.then(aPodOf("agent"))
                .label("controller-revision-hash", hash)
                .label("pod-template-generation", "1")
                .has(required + "matchFields[0].key", "metadata.name")
                .has(required + "matchFields[0].operator", "In")
                .has(required + "matchFields[0].values[0]", own.name(1))
                .has("spec.tolerations[0].key", "node.kubernetes.io/not-ready")
                .has("spec.tolerations[5].key", "node.kubernetes.io/unschedulable")
                .has("metadata.ownerReferences[0].name", "agent");
    }

    @Test
    void what_the_template_requires_of_nodes_is_looked_at_before(Scenario scenario) {
        var own = new DaemonNodes("affinity");
        own.in(scenario, 3)
                .given(own.set("agent")
                        .pods(spec -> spec.affinity(affinity ->
                                affinity.nodeAffinity(it -> it.requiredDuringSchedulingIgnoredDuringExecution(
                                        selector -> selector.addNodeSelectorTerms(term ->
                                                term.addMatchExpressions(one -> one.key("kubernetes.io/hostname")
                                                        .operator("NotIn")
                                                        .addValues(own.name(2)))))))))
                .awaitQuiet()
                .then(readyPodsOf("agent"))
                .count(2)
                .satisfy(pods -> assertThat(pods)
                        .extracting(pod -> pod.spec().nodeName())
                        .containsExactlyInAnyOrder(own.name(1), own.name(3)));
    }

    // ---- nodes

    @Test
    void follows_nodes_that_come(Scenario scenario) {
        var own = new DaemonNodes("comes");
        own.in(scenario, 1).given(own.set("agent")).awaitQuiet();

        scenario.given(own.numbered(2))
                .when(own.untaint(2))
                .awaitQuiet()
                .then(readyPodsOf("agent"))
                .count(2)
                .then(daemonSet("agent"))
                .status("desiredNumberScheduled", 2)
                .status("numberAvailable", 2);
    }

    @Test
    void follows_the_labels_of_nodes(Scenario scenario) {
        var own = new DaemonNodes("labels");
        own.in(scenario, 2).given(own.set("agent")).awaitQuiet();

        scenario.when(label(node(own.name(1)), DaemonNodes.LABEL, "none"))
                .awaitQuiet()
                .then(readyPodsOf("agent"))
                .count(1)
                .allHave("spec.nodeName", own.name(2))
                .then(daemonSet("agent"))
                .status("desiredNumberScheduled", 1)
                .status("numberMisscheduled", 0)
                .when(label(node(own.name(1)), DaemonNodes.LABEL, "labels"))
                .awaitQuiet()
                .then(readyPodsOf("agent"))
                .count(2)
                .then(daemonSet("agent"))
                .status("desiredNumberScheduled", 2)
                .hasEvents("SuccessfulCreate", "SuccessfulDelete");
    }

    @Test
    void a_node_that_others_must_avoid_keeps_its_pod_and_gets_no_other(Scenario scenario) {
        var own = new DaemonNodes("no-schedule");
        own.in(scenario, 2).given(own.set("agent")).awaitQuiet();

        scenario.when(own.taint(1, "NoSchedule"))
                .awaitQuiet()
                .when(annotate(daemonSet("agent"), "note", "look"))
                .awaitQuiet()
                .then(readyPodsOf("agent"))
                .count(2)
                .then(daemonSet("agent"))
                .status("desiredNumberScheduled", 1)
                .status("numberMisscheduled", 1)
                .when(delete(own.podOn("agent", 1)))
                .awaitQuiet()
                .then(readyPodsOf("agent"))
                .count(1)
                .then(daemonSet("agent"))
                .status("numberMisscheduled", 0)
                .when(own.untaint(1))
                .awaitQuiet()
                .then(readyPodsOf("agent"))
                .count(2);
    }

    @Test
    void leaves_a_node_that_evicts_it_and_comes_back(Scenario scenario) {
        var own = new DaemonNodes("no-execute");
        own.in(scenario, 2).given(own.set("agent")).awaitQuiet();

        scenario.when(own.taint(1, "NoExecute"))
                .awaitQuiet()
                .then(readyPodsOf("agent"))
                .count(1)
                .allHave("spec.nodeName", own.name(2))
                .then(daemonSet("agent"))
                .status("desiredNumberScheduled", 1)
                .when(own.untaint(1))
                .awaitQuiet()
                .then(readyPodsOf("agent"))
                .count(2);
    }

    @Test
    void what_it_tolerates_it_tolerates(Scenario scenario) {
        var own = new DaemonNodes("tolerant");
        own.in(scenario, 1)
                .given(own.set("agent")
                        .pods(spec -> spec.addTolerations(
                                it -> it.key("example.com/fire").operator("Exists"))))
                .awaitQuiet()
                .when(own.taint(1, "NoExecute"))
                .awaitQuiet()
                .then(readyPodsOf("agent"))
                .count(1)
                .then(daemonSet("agent"))
                .status("desiredNumberScheduled", 1);
    }

    @Test
    void a_pod_that_cannot_be_bound_goes_with_its_node(Scenario scenario) {
        var own = new DaemonNodes("unbound");
        own.in(scenario, 2)
                .given(own.set("agent")
                        .pods(spec -> spec.containers(spec.build().containers().stream()
                                .map(it -> it.withResources(
                                        resources -> resources.putRequests("cpu", Quantity.parse("100000"))))
                                .toList())))
                .awaitQuiet()
                .then(podsOf("agent"))
                .count(2)
                .allHave("status.phase", "Pending")
                .when(delete(node(own.name(1))))
                .awaitQuiet()
                // Upstream's does not see nodes go.
                .when(annotate(daemonSet("agent"), "note", "look"))
                .awaitQuiet()
                .then(podsOf("agent"))
                .count(1)
                .then(daemonSet("agent"))
                .status("desiredNumberScheduled", 1)
                .status("currentNumberScheduled", 1);
    }

    @Test
    @EmbeddedOnly("pods of a node that is gone are looked for every 20 s, and a minute has to pass")
    @KubeScenario(controllers = {"daemonset-controller", "pod-garbage-collector-controller"})
    void its_pods_go_with_their_node(Scenario scenario) {
        var own = new DaemonNodes("goes");
        own.in(scenario, 2).given(own.set("agent")).awaitQuiet();

        scenario.when(delete(node(own.name(1))))
                .awaitQuiet()
                .then(daemonSet("agent"))
                .status("desiredNumberScheduled", 1)
                .advance(Duration.ofMinutes(2))
                .then(podsOf("agent"))
                .count(1)
                .allHave("spec.nodeName", own.name(2));
    }

    // ---- pods

    @Test
    void replaces_a_deleted_pod(Scenario scenario) {
        var own = new DaemonNodes("deleted");
        own.in(scenario, 2).given(own.set("agent")).awaitQuiet();

        scenario.when(delete(own.podOn("agent", 1)))
                .awaitQuiet()
                .then(readyPodsOf("agent"))
                .count(2)
                .wrote("create pods x1", "update daemonsets/status");
    }

    @Test
    void replaces_a_failed_pod(Scenario scenario) {
        var own = new DaemonNodes("failed");
        own.in(scenario, 1).given(own.set("agent")).awaitQuiet();

        scenario.when(annotate(aPodOf("agent"), "kcm.dev/phase", "Failed"))
                .awaitQuiet()
                .then(readyPodsOf("agent"))
                .count(1)
                .then(daemonSet("agent"))
                .hasEvents("SuccessfulCreate", "FailedDaemonPod", "SuccessfulDelete");
    }

    @Test
    void a_pod_that_ended_and_is_held_is_replaced_beside(Scenario scenario) {
        var own = new DaemonNodes("held");
        own.in(scenario, 1)
                .given(own.set("agent").template(it -> it.withMetadata(meta -> meta.addFinalizers("example.com/hold"))))
                .awaitQuiet()
                .when(annotate(aPodOf("agent"), "kcm.dev/phase", "Succeeded"))
                .awaitQuiet()
                .then(readyPodsOf("agent"))
                .count(1)
                .then(all(Pod.PODS))
                .count(2)
                .when(patch(anyOf(terminatingPodsOf("agent")), "{\"metadata\":{\"finalizers\":null}}"))
                .awaitQuiet()
                .then(all(Pod.PODS))
                .count(1)
                .when(patch(aPodOf("agent"), "{\"metadata\":{\"finalizers\":null}}"))
                .awaitQuiet();
    }

    @Test
    void pods_count_as_available_after_their_time(Scenario scenario) {
        var own = new DaemonNodes("min-ready");
        own.in(scenario, 1)
                .given(own.set("agent").minReady(Duration.ofSeconds(8)))
                .awaitQuiet()
                .then(daemonSet("agent"))
                .status("numberReady", 1)
                .status("numberUnavailable", 1)
                .advance(Duration.ofSeconds(10))
                .then(daemonSet("agent"))
                .status("numberAvailable", 1)
                .status("numberUnavailable", 0);
    }

    @Test
    void releases_a_pod_that_no_longer_matches(Scenario scenario) {
        var own = new DaemonNodes("release");
        own.in(scenario, 1).given(own.set("agent")).awaitQuiet();

        scenario.when(label(aPodOf("agent"), "app", "debug"))
                .awaitQuiet()
                .then(orphanedPods())
                .count(1)
                .then(readyPodsOf("agent"))
                .count(1);
    }

    @Test
    void adopts_a_pod_that_has_its_labels(Scenario scenario) {
        var own = new DaemonNodes("adopt");
        own.in(scenario, 1)
                .given(pod("stray").like("agent").onNode(own.name(1)))
                .awaitQuiet()
                .given(own.set("agent").updatingOnDelete())
                .awaitQuiet()
                .then(pod("stray"))
                .has("metadata.ownerReferences[0].name", "agent")
                .then(daemonSet("agent"))
                .status("currentNumberScheduled", 1)
                .status("updatedNumberScheduled", 0);
    }

    @Test
    void finds_its_pods_and_revisions_again_after_it_was_deleted_alone(Scenario scenario) {
        var own = new DaemonNodes("orphans");
        own.in(scenario, 1).given(own.set("agent")).awaitQuiet();
        var revision = scenario.list(ControllerRevision.CONTROLLER_REVISIONS).getFirst();
        scenario.when(
                        delete(daemonSet("agent"), Propagation.BACKGROUND),
                        patch(aPodOf("agent"), "{\"metadata\":{\"ownerReferences\":null}}"),
                        patch(
                                ObjectLocator.named(ControllerRevision.CONTROLLER_REVISIONS, revision.name()),
                                "{\"metadata\":{\"ownerReferences\":null}}"))
                .awaitQuiet();

        scenario.given(own.set("agent"))
                .awaitQuiet()
                .then(all(ControllerRevision.CONTROLLER_REVISIONS))
                .count(1)
                .then(readyPodsOf("agent"))
                .count(1)
                .wrote("patch pods x1", "patch controllerrevisions x1", "update daemonsets/status");
    }

    @Test
    void does_nothing_for_a_set_that_is_being_deleted(Scenario scenario) {
        var own = new DaemonNodes("deleting");
        own.in(scenario, 2)
                .given(own.set("agent").finalizer("example.com/hold"))
                .awaitQuiet()
                .when(delete(daemonSet("agent")))
                .awaitQuiet()
                .when(delete(own.podOn("agent", 1)))
                .awaitQuiet()
                .then(podsOf("agent"))
                .count(1)
                .then(daemonSet("agent"))
                .isTerminating()
                .status("currentNumberScheduled", 2);
    }

    // ---- when things go wrong

    @Test
    void goes_on_when_pods_may_be_created_again(Scenario scenario) {
        var own = new DaemonNodes("quota");
        own.in(scenario, 3)
                .fault(refuse(create(Pod.PODS)).with(forbidden("exceeded quota")))
                .given(own.set("agent"))
                .awaitQuiet()
                .then(podsOf("agent"))
                .none()
                .then(daemonSet("agent"))
                .status("desiredNumberScheduled", 3)
                .status("numberUnavailable", 3)
                .hasEvents("FailedCreate");

        scenario.heal()
                .advance(Duration.ofMinutes(1))
                .then(readyPodsOf("agent"))
                .count(3);
    }

    @Test
    void survives_a_crash_among_its_first_pods(Scenario scenario) {
        var own = new DaemonNodes("crash");
        own.in(scenario, 3)
                .crashAfterWrite(2)
                .given(own.set("agent"))
                .awaitQuiet()
                .then(readyPodsOf("agent"))
                .count(3)
                .then(all(ControllerRevision.CONTROLLER_REVISIONS))
                .count(1);
    }

    @Test
    void survives_conflicts_and_lost_watches(Scenario scenario) {
        var own = new DaemonNodes("conflict");
        own.in(scenario, 3)
                .fault(conflictOnce(updateStatus(DaemonSet.DAEMON_SETS)), dropWatch(Pod.PODS), dropWatch(Node.NODES))
                .given(own.set("agent"))
                .awaitQuiet()
                .then(daemonSet("agent"))
                .status("numberAvailable", 3);
    }
}
