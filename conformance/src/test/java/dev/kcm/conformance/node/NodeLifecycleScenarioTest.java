package dev.kcm.conformance.node;

import static dev.kcm.testing.scenario.Actions.annotate;
import static dev.kcm.testing.scenario.Actions.delete;
import static dev.kcm.testing.scenario.Actions.patch;
import static dev.kcm.testing.scenario.Actions.unannotate;
import static dev.kcm.testing.scenario.Builders.node;
import static dev.kcm.testing.scenario.Builders.pod;
import static dev.kcm.testing.scenario.Faults.conflictOnce;
import static dev.kcm.testing.scenario.Faults.updateStatus;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.Node;
import dev.kcm.testing.junit.EmbeddedOnly;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.scenario.Action;
import dev.kcm.testing.scenario.Scenario;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Nodes fall silent where the annotation `kcm.dev/silent` says so; a real cluster's nodes do not know it.
@KubeScenario(controllers = "node-lifecycle-controller")
class NodeLifecycleScenarioTest {
    private static final String SILENT = "kcm.dev/silent";
    private static final String NEEDS_SILENCE = "nodes of a real cluster cannot be made silent";
    private static final String NEEDS_NODES = "nodes of a real cluster are shared by all scenarios";

    /// The grace period and some passes; a manager that is restarted in between waits for the grace period again.
    private static final Duration LONG_SILENCE = Duration.ofSeconds(140);

    @Test
    @EmbeddedOnly(NEEDS_NODES)
    void a_cordoned_node_is_tainted(Scenario scenario) {
        scenario.given(node("kcm-cordoned"))
                .awaitQuiet()
                .when(patch(node("kcm-cordoned"), "{\"spec\":{\"unschedulable\":true}}"))
                .awaitQuiet()
                .then(node("kcm-cordoned"))
                .satisfies(it -> assertThat(taints(it)).containsExactly("unschedulable:NoSchedule"));

        scenario.when(patch(node("kcm-cordoned"), "{\"spec\":{\"unschedulable\":false}}"))
                .awaitQuiet()
                .then(node("kcm-cordoned"))
                .satisfies(it -> assertThat(taints(it)).isEmpty());
    }

    @Test
    @EmbeddedOnly(NEEDS_NODES)
    void labels_are_copied_to_their_old_names(Scenario scenario) {
        scenario.given(node("kcm-labelled").label("kubernetes.io/os", "linux").label("kubernetes.io/arch", "arm64"))
                .awaitQuiet()
                .then(node("kcm-labelled"))
                .label("beta.kubernetes.io/os", "linux")
                .label("beta.kubernetes.io/arch", "arm64");
    }

    @Test
    @EmbeddedOnly(NEEDS_SILENCE)
    void a_silent_node_is_marked_and_its_pods_with_it_until_it_is_heard_again(Scenario scenario) {
        scenario.given(pod("here").onNode("node-1"), pod("there").onNode("node-2"))
                .awaitQuiet()
                .when(silence("node-1"))
                .advance(LONG_SILENCE)
                .then(node("node-1"))
                .condition("Ready", "Unknown", "NodeStatusUnknown")
                .condition("MemoryPressure", "Unknown", "NodeStatusUnknown")
                .satisfies(it -> assertThat(taints(it))
                        .containsExactlyInAnyOrder("unreachable:NoSchedule", "unreachable:NoExecute"))
                .then(pod("here"))
                .condition("Ready", "False")
                .then(pod("there"))
                .condition("Ready", "True");

        scenario.when(wake("node-1"))
                .advance(Duration.ofSeconds(10))
                .awaitQuiet()
                .then(node("node-1"))
                .condition("Ready", "True")
                .satisfies(it -> assertThat(taints(it)).isEmpty())
                .then(pod("here"))
                .condition("Ready", "True");
    }

    @Test
    @EmbeddedOnly(NEEDS_SILENCE)
    void a_short_silence_is_forgiven(Scenario scenario) {
        scenario.awaitQuiet()
                .when(silence("node-1"))
                .advance(Duration.ofSeconds(35))
                .when(wake("node-1"))
                .advance(Duration.ofSeconds(60))
                .then(node("node-1"))
                .condition("Ready", "True");
    }

    @Test
    @EmbeddedOnly(NEEDS_SILENCE)
    void when_all_zones_go_dark_nobody_is_evicted(Scenario scenario) {
        scenario.given(pod("here").onNode("node-1"))
                .awaitQuiet()
                .when(silence("node-1"), silence("node-2"), silence("node-3"))
                .advance(LONG_SILENCE)
                .advance(LONG_SILENCE)
                .then(node("node-1"))
                .condition("Ready", "Unknown")
                .satisfies(it -> assertThat(taints(it)).containsExactly("unreachable:NoSchedule"))
                .then(node("node-3"))
                .satisfies(it -> assertThat(taints(it)).containsExactly("unreachable:NoSchedule"));

        scenario.when(wake("node-1"), wake("node-2"), wake("node-3"))
                .advance(Duration.ofSeconds(60))
                .awaitQuiet()
                .then(node("node-1"))
                .condition("Ready", "True")
                .satisfies(it -> assertThat(taints(it)).isEmpty());
    }

    @Test
    @EmbeddedOnly(NEEDS_SILENCE)
    void a_conflict_delays_nothing(Scenario scenario) {
        scenario.awaitQuiet()
                .fault(conflictOnce(updateStatus(Node.NODES)))
                .when(silence("node-1"))
                .advance(LONG_SILENCE)
                .then(node("node-1"))
                .condition("Ready", "Unknown", "NodeStatusUnknown");

        scenario.when(wake("node-1"))
                .advance(Duration.ofSeconds(20))
                .awaitQuiet()
                .then(node("node-1"))
                .condition("Ready", "True");
    }

    @Test
    @EmbeddedOnly(NEEDS_NODES)
    void a_node_that_goes_is_told_of(Scenario scenario) {
        scenario.given(node("kcm-leaving"))
                .advance(Duration.ofSeconds(8))
                .when(delete(node("kcm-leaving")))
                .advance(Duration.ofSeconds(8))
                .then(node("kcm-leaving"))
                .isGone();
    }

    private static Action silence(String name) {
        return annotate(node(name), SILENT, "true");
    }

    private static Action wake(String name) {
        return unannotate(node(name), SILENT);
    }

    private static List<String> taints(Node node) {
        return node.spec().taints().stream()
                .map(taint -> taint.key().replace("node.kubernetes.io/", "") + ":" + taint.effect())
                .toList();
    }
}
