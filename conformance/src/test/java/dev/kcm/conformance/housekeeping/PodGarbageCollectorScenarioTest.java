package dev.kcm.conformance.housekeeping;

import static dev.kcm.testing.scenario.Actions.act;
import static dev.kcm.testing.scenario.Actions.delete;
import static dev.kcm.testing.scenario.Builders.node;
import static dev.kcm.testing.scenario.Builders.pod;
import static dev.kcm.testing.scenario.Faults.patchStatus;
import static dev.kcm.testing.scenario.Faults.refuse;
import static dev.kcm.testing.scenario.Faults.serverError;
import static dev.kcm.testing.scenario.Locators.all;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.KubeObject;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.scenario.Action;
import dev.kcm.testing.scenario.AnyObjectBuilder;
import dev.kcm.testing.scenario.Faults;
import dev.kcm.testing.scenario.PodBuilder;
import dev.kcm.testing.scenario.Scenario;
import java.time.Duration;
import org.junit.jupiter.api.Test;

@KubeScenario(controllers = "pod-garbage-collector-controller")
class PodGarbageCollectorScenarioTest {
    private static final String HOLD = "example.com/hold";

    /// It runs every 20 seconds.
    private static final Duration A_ROUND = Duration.ofSeconds(22);

    /// A node has to be missing for 40 seconds, which are over in the round after; a
    /// restarted controller counts from the start again, so that some scenarios wait twice.
    private static final Duration THREE_ROUNDS = Duration.ofSeconds(68);

    /// The only scenario with a limit: upstream's manager counts what ended in the whole cluster.
    @Test
    @KubeScenario(controllers = "pod-garbage-collector-controller", managerFlags = "--terminated-pod-gc-threshold=2")
    void of_too_many_ended_pods_the_evicted_go_first_and_then_the_oldest(Scenario scenario) {
        scenario.given(pod("a").phase("Succeeded"), pod("b").phase("Failed"))
                .given(pod("c").phase("Succeeded"), pod("d"), pod("e").phase("Pending"))
                .awaitQuiet()
                .when(evict("e", scenario))
                .advance(A_ROUND)
                .awaitQuiet()
                .then(all(Pod.PODS))
                .satisfy(left -> assertThat(left).extracting(KubeObject::name).containsExactlyInAnyOrder("b", "c", "d"))
                .wrote("delete pods x2");
    }

    @Test
    void ended_pods_stay_below_the_usual_number(Scenario scenario) {
        scenario.given(pod("a").phase("Succeeded"), pod("b").phase("Failed"))
                .awaitQuiet()
                .advance(A_ROUND)
                .awaitQuiet()
                .then(all(Pod.PODS))
                .count(2)
                .wroteNothing();
    }

    @Test
    void a_pod_is_failed_and_goes_after_its_node(Scenario scenario) {
        scenario.given(closedNode("kcm-lost"))
                .given(pod("web").onNode("kcm-lost"))
                .awaitQuiet()
                .then(pod("web"))
                .status("phase", "Running");

        scenario.when(delete(node("kcm-lost")))
                .advance(THREE_ROUNDS)
                .advance(THREE_ROUNDS)
                .awaitQuiet()
                .then(pod("web"))
                .isGone()
                .wrote("patch pods/status x1", "delete pods x1");
    }

    @Test
    void whoever_holds_a_pod_sees_why_it_goes(Scenario scenario) {
        scenario.given(closedNode("kcm-lost-held"))
                .given(pod("web").onNode("kcm-lost-held").finalizer(HOLD))
                .awaitQuiet();

        scenario.when(delete(node("kcm-lost-held")))
                .advance(THREE_ROUNDS)
                .advance(THREE_ROUNDS)
                .awaitQuiet()
                .then(pod("web"))
                .isTerminating()
                .status("phase", "Failed")
                .condition("DisruptionTarget", "True", "DeletionByPodGC");
    }

    @Test
    void a_node_that_comes_back_in_time_keeps_its_pods(Scenario scenario) {
        scenario.given(closedNode("kcm-back"))
                .given(pod("web").onNode("kcm-back"))
                .awaitQuiet()
                .when(delete(node("kcm-back")))
                .awaitQuiet()
                .given(closedNode("kcm-back"))
                .advance(THREE_ROUNDS)
                .awaitQuiet()
                .then(pod("web"))
                .status("phase", "Running")
                .wroteNothing();
    }

    @Test
    void a_pod_that_ends_before_it_had_a_node_is_failed(Scenario scenario) {
        scenario.given(pod("web")
                        .with(it -> it.withSpec(spec -> spec.putNodeSelector("example.com/is", "no")))
                        .finalizer(HOLD))
                .awaitQuiet();

        scenario.when(delete(pod("web")))
                .advance(A_ROUND)
                .awaitQuiet()
                .then(pod("web"))
                .isTerminating()
                .status("phase", "Failed")
                .lacksCondition("DisruptionTarget");
    }

    @Test
    void pods_that_end_on_a_node_out_of_service_go(Scenario scenario) {
        scenario.given(outOfService("kcm-out"), unready("kcm-unready"))
                .given(slowToStop("left").onNode("kcm-out"))
                .given(slowToStop("kept").onNode("kcm-unready"))
                .given(pod("stays").onNode("kcm-out"))
                .awaitQuiet();

        scenario.when(delete(pod("left")), delete(pod("kept")))
                .advance(A_ROUND)
                .then(pod("left"))
                .isGone()
                .then(pod("kept"))
                .isTerminating()
                .then(pod("stays"))
                .status("phase", "Running");
    }

    @Test
    void nothing_is_deleted_that_could_not_be_failed(Scenario scenario) {
        scenario.given(closedNode("kcm-lost-twice"))
                .given(pod("web").onNode("kcm-lost-twice"))
                .awaitQuiet()
                .fault(refuse(patchStatus(Pod.PODS)).with(serverError("not now")));

        scenario.when(delete(node("kcm-lost-twice")))
                .advance(THREE_ROUNDS)
                .awaitQuiet()
                .then(pod("web"))
                .satisfies(it -> assertThat(it.isDeleting()).isFalse())
                .wroteNothing();

        scenario.heal();
        scenario.advance(A_ROUND).awaitQuiet().then(pod("web")).isGone();
    }

    @Test
    void one_pod_that_may_not_be_deleted_does_not_keep_the_others(Scenario scenario) {
        scenario.given(closedNode("kcm-lost-many"))
                .given(pod("a").onNode("kcm-lost-many"), pod("b").onNode("kcm-lost-many"))
                .awaitQuiet()
                .fault(refuse(Faults.delete(Pod.PODS).named("a")).with(serverError("not now")));

        scenario.when(delete(node("kcm-lost-many")))
                .advance(THREE_ROUNDS)
                .awaitQuiet()
                .then(pod("a"))
                .status("phase", "Failed")
                .then(pod("b"))
                .isGone();
    }

    @Test
    void another_starts_counting_anew(Scenario scenario) {
        scenario.given(closedNode("kcm-lost-by-two"))
                .given(pod("web").onNode("kcm-lost-by-two"))
                .awaitQuiet()
                .when(delete(node("kcm-lost-by-two")))
                .advance(Duration.ofSeconds(30))
                .failover()
                .advance(Duration.ofSeconds(15))
                .then(pod("web"))
                .status("phase", "Running")
                .advance(THREE_ROUNDS)
                .advance(THREE_ROUNDS)
                .awaitQuiet()
                .then(pod("web"))
                .isGone();
    }

    /// Nobody else's pods get there.
    private static AnyObjectBuilder<Node> closedNode(String name) {
        return node(name).with(it -> it.withSpec(spec -> spec.unschedulable(true)));
    }

    private static AnyObjectBuilder<Node> unready(String name) {
        return closedNode(name).annotation("kcm.dev/ready", "false");
    }

    private static AnyObjectBuilder<Node> outOfService(String name) {
        return unready(name)
                .with(it -> it.withSpec(spec -> spec.addTaints(taint -> taint.key("node.kubernetes.io/out-of-service")
                        .value("nodeshutdown")
                        .effect("NoExecute"))));
    }

    /// Longer than any of these scenarios.
    private static PodBuilder slowToStop(String name) {
        return pod(name)
                .with(it -> it.withSpec(spec -> spec.terminationGracePeriodSeconds(600)))
                .stopsAfter(Duration.ofMinutes(10));
    }

    private static Action evict(String name, Scenario scenario) {
        return act("%s is evicted".formatted(name), client -> {
            var pods = client.on(Pod.PODS);
            var found = pods.get(pod(name).key(scenario));
            var _ = pods.updateStatus(
                    found.withStatus(status -> status.phase("Failed").reason("Evicted")));
        });
    }
}
