package dev.kcm.conformance.node;

import static dev.kcm.testing.scenario.Actions.delete;
import static dev.kcm.testing.scenario.Actions.label;
import static dev.kcm.testing.scenario.Actions.patch;
import static dev.kcm.testing.scenario.Actions.unlabel;
import static dev.kcm.testing.scenario.Builders.node;
import static dev.kcm.testing.scenario.Builders.pod;
import static dev.kcm.testing.scenario.Faults.conflictOnce;
import static dev.kcm.testing.scenario.Faults.patchStatus;
import static dev.kcm.testing.scenario.Faults.refuse;
import static dev.kcm.testing.scenario.Faults.serverError;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.testing.junit.EmbeddedOnly;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.scenario.Action;
import dev.kcm.testing.scenario.AnyObjectBuilder;
import dev.kcm.testing.scenario.Faults;
import dev.kcm.testing.scenario.PodBuilder;
import dev.kcm.testing.scenario.Scenario;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/// Every scenario has a node of its own, which is closed to the pods of others.
@KubeScenario(controllers = "taint-eviction-controller")
class TaintEvictionScenarioTest {
    private static final String LEAK = "example.com/leak";
    private static final String FIRE = "example.com/fire";
    private static final String HOLD = "example.com/hold";

    /// As long as pods tolerate a leak here, and well before and after.
    private static final long PATIENCE = 8;

    private static final Duration NOT_YET = Duration.ofSeconds(5);
    private static final Duration OVER = Duration.ofSeconds(6);

    /// One that starts in the middle lets all of it pass again.
    private static final Duration OVER_AGAIN = Duration.ofSeconds(12);

    @Test
    void who_does_not_tolerate_a_taint_leaves_at_once(Scenario scenario) {
        scenario.given(closedNode("kcm-taint-plain"))
                .given(
                        pod("web").onNode("kcm-taint-plain"),
                        tolerating("guard", FIRE).onNode("kcm-taint-plain"))
                .awaitQuiet()
                .when(taint("kcm-taint-plain", FIRE))
                .awaitQuiet()
                .then(pod("web"))
                .isGone()
                .then(pod("guard"))
                .status("phase", "Running")
                .wrote("patch pods/status x1", "delete pods x1");
    }

    @Test
    void whoever_holds_a_pod_sees_why_it_goes(Scenario scenario) {
        scenario.given(closedNode("kcm-taint-held"))
                .given(pod("web").onNode("kcm-taint-held").finalizer(HOLD))
                .awaitQuiet()
                .when(taint("kcm-taint-held", FIRE))
                .awaitQuiet()
                .then(pod("web"))
                .isTerminating()
                .condition("DisruptionTarget", "True", "DeletionByTaintManager")
                .hasEvents("TaintManagerEviction");
    }

    @Test
    void a_pod_leaves_when_its_patience_is_over(Scenario scenario) {
        scenario.given(closedNode("kcm-taint-patient"))
                .given(tolerating("web", LEAK, PATIENCE).onNode("kcm-taint-patient"))
                .awaitQuiet()
                .when(taint("kcm-taint-patient", LEAK))
                .advance(NOT_YET)
                .then(pod("web"))
                .status("phase", "Running")
                .lacksCondition("DisruptionTarget")
                .advance(OVER)
                .advance(OVER_AGAIN)
                .awaitQuiet()
                .then(pod("web"))
                .isGone();
    }

    @Test
    void of_several_taints_the_least_tolerated_counts(Scenario scenario) {
        scenario.given(closedNode("kcm-taint-several"))
                .given(tolerating("web", LEAK, PATIENCE)
                        .with(it -> it.withSpec(spec -> spec.addTolerations(more -> more.key(FIRE)
                                .operator("Exists")
                                .effect("NoExecute")
                                .tolerationSeconds(60))))
                        .onNode("kcm-taint-several"))
                .awaitQuiet()
                .when(taint("kcm-taint-several", FIRE, LEAK))
                .advance(NOT_YET)
                .then(pod("web"))
                .status("phase", "Running")
                .advance(OVER)
                .advance(OVER_AGAIN)
                .awaitQuiet()
                .then(pod("web"))
                .isGone();
    }

    @Test
    void a_taint_that_goes_in_time_evicts_nobody(Scenario scenario) {
        scenario.given(closedNode("kcm-taint-back"))
                .given(tolerating("web", LEAK, PATIENCE).onNode("kcm-taint-back"))
                .awaitQuiet()
                .when(taint("kcm-taint-back", LEAK))
                .advance(NOT_YET)
                .when(untaint("kcm-taint-back"))
                .advance(OVER_AGAIN)
                .awaitQuiet()
                .then(pod("web"))
                .status("phase", "Running")
                .hasEvents("TaintManagerEviction")
                .wroteNothing();
    }

    @Test
    void another_taint_neither_shortens_nor_lengthens_the_time_that_runs(Scenario scenario) {
        scenario.given(closedNode("kcm-taint-swapped"))
                .given(tolerating("web", LEAK, PATIENCE)
                        .with(it -> it.withSpec(spec -> spec.addTolerations(more -> more.key(FIRE)
                                .operator("Exists")
                                .effect("NoExecute")
                                .tolerationSeconds(600))))
                        .onNode("kcm-taint-swapped"))
                .awaitQuiet()
                .when(taint("kcm-taint-swapped", LEAK))
                .advance(Duration.ofSeconds(3))
                .when(taint("kcm-taint-swapped", LEAK, FIRE))
                .advance(Duration.ofSeconds(2))
                .then(pod("web"))
                .status("phase", "Running")
                .advance(OVER)
                .advance(OVER_AGAIN)
                .awaitQuiet()
                .then(pod("web"))
                .isGone();
    }

    @Test
    void a_pod_that_comes_to_a_tainted_node_leaves_it(Scenario scenario) {
        scenario.given(closedNode("kcm-taint-late"))
                .when(taint("kcm-taint-late", LEAK))
                .awaitQuiet()
                .given(
                        pod("web").onNode("kcm-taint-late"),
                        tolerating("guard", LEAK).onNode("kcm-taint-late"))
                .awaitQuiet()
                .then(pod("web"))
                .isGone()
                .then(pod("guard"))
                .status("phase", "Running");
    }

    @Test
    void a_pod_that_goes_by_itself_is_not_waited_for(Scenario scenario) {
        scenario.given(closedNode("kcm-taint-gone"))
                .given(tolerating("web", LEAK, PATIENCE).onNode("kcm-taint-gone"))
                .when(taint("kcm-taint-gone", LEAK))
                .awaitQuiet()
                .when(delete(pod("web")))
                .awaitQuiet()
                .given(tolerating("web", LEAK, 600).onNode("kcm-taint-gone"))
                .advance(OVER_AGAIN)
                .awaitQuiet()
                .then(pod("web"))
                .status("phase", "Running");
    }

    /// As upstream's: what a taint says of its age does not count.
    @Test
    void who_takes_over_in_the_middle_begins_to_count_anew(Scenario scenario) {
        scenario.given(closedNode("kcm-taint-restart"))
                .given(tolerating("web", LEAK, PATIENCE).onNode("kcm-taint-restart"))
                .awaitQuiet()
                .when(taint("kcm-taint-restart", LEAK))
                .advance(NOT_YET)
                .failover()
                .advance(NOT_YET)
                .then(pod("web"))
                .status("phase", "Running")
                .advance(OVER)
                .advance(OVER_AGAIN)
                .awaitQuiet()
                .then(pod("web"))
                .isGone();
    }

    @Test
    void a_pod_that_could_not_be_deleted_goes_later(Scenario scenario) {
        scenario.given(closedNode("kcm-taint-refused"))
                .given(pod("web").onNode("kcm-taint-refused"))
                .awaitQuiet()
                .fault(refuse(Faults.delete(Pod.PODS)).with(serverError("not now")));

        scenario.when(taint("kcm-taint-refused", FIRE))
                .advance(NOT_YET)
                .then(pod("web"))
                .condition("DisruptionTarget", "True", "DeletionByTaintManager")
                .satisfies(it -> assertThat(it.isDeleting()).isFalse());

        scenario.heal();
        scenario.advance(OVER_AGAIN).awaitQuiet().then(pod("web")).isGone();
    }

    @Test
    void a_conflict_is_got_over(Scenario scenario) {
        scenario.given(closedNode("kcm-taint-conflict"))
                .given(pod("web").onNode("kcm-taint-conflict"))
                .awaitQuiet()
                .fault(conflictOnce(patchStatus(Pod.PODS)));

        scenario.when(taint("kcm-taint-conflict", FIRE))
                .advance(NOT_YET)
                .awaitQuiet()
                .then(pod("web"))
                .isGone();
    }

    @Test
    @EmbeddedOnly("minutes pass; a node lifecycle controller sees the leases of all nodes")
    @KubeScenario(controllers = {"node-lifecycle-controller", "taint-eviction-controller"})
    void the_pods_of_a_silent_node_leave_it_after_five_minutes(Scenario scenario) {
        scenario.given(pod("here").onNode("node-1"), pod("there").onNode("node-2"))
                .awaitQuiet()
                .when(label(node("node-1"), "kcm.dev/silent", "true"))
                .advance(Duration.ofMinutes(5))
                .then(pod("here"))
                .condition("Ready", "False")
                .satisfies(it -> assertThat(it.isDeleting()).isFalse())
                .advance(Duration.ofMinutes(14))
                .awaitQuiet()
                .then(pod("here"))
                .isTerminating()
                .condition("DisruptionTarget", "True", "DeletionByTaintManager")
                .then(pod("there"))
                .condition("Ready", "True");

        scenario.when(unlabel(node("node-1"), "kcm.dev/silent"))
                .advance(Duration.ofSeconds(60))
                .awaitQuiet()
                .then(pod("here"))
                .isGone();
    }

    private static AnyObjectBuilder<Node> closedNode(String name) {
        return node(name).with(it -> it.withSpec(spec -> spec.unschedulable(true)));
    }

    private static PodBuilder tolerating(String name, String key) {
        return pod(name)
                .with(it -> it.withSpec(spec ->
                        spec.addTolerations(toleration -> toleration.key(key).operator("Exists"))));
    }

    private static PodBuilder tolerating(String name, String key, long seconds) {
        return pod(name)
                .with(it -> it.withSpec(spec -> spec.addTolerations(toleration -> toleration
                        .key(key)
                        .operator("Exists")
                        .effect("NoExecute")
                        .tolerationSeconds(seconds))));
    }

    private static Action taint(String node, String... keys) {
        var taints = String.join(
                ",",
                Arrays.stream(keys)
                        .map("{\"key\":\"%s\",\"effect\":\"NoExecute\"}"::formatted)
                        .toList());
        return patch(node(node), "{\"spec\":{\"taints\":[%s]}}".formatted(taints));
    }

    private static Action untaint(String node) {
        return patch(node(node), "{\"spec\":{\"taints\":null}}");
    }
}
