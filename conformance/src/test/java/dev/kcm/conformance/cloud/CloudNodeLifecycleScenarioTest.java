package dev.kcm.conformance.cloud;

import static dev.kcm.testing.scenario.Actions.label;
import static dev.kcm.testing.scenario.Actions.unlabel;
import static dev.kcm.testing.scenario.Builders.node;
import static dev.kcm.testing.scenario.Faults.conflictOnce;
import static dev.kcm.testing.scenario.Faults.delete;
import static dev.kcm.testing.scenario.Faults.forbidden;
import static dev.kcm.testing.scenario.Faults.patch;
import static dev.kcm.testing.scenario.Faults.refuse;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.Node;
import dev.kcm.testing.junit.EmbeddedOnly;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.scenario.AnyObjectBuilder;
import dev.kcm.testing.scenario.Scenario;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Together with node-lifecycle, which says that a silent node is not ready.
@KubeScenario(controllers = {"cloud-node-lifecycle-controller", "node-lifecycle-controller"})
class CloudNodeLifecycleScenarioTest {
    private static final String SILENT = "kcm.dev/silent";
    private static final String DESTROYED = "kcm.dev/destroyed";
    private static final String SHUTDOWN = "node.cloudprovider.kubernetes.io/shutdown:NoSchedule";

    /// The grace period and some passes; a manager that is restarted in between waits for the grace period again.
    private static final Duration LONG_SILENCE = Duration.ofSeconds(140);

    @Test
    @EmbeddedOnly(Clouds.NEEDS_CLOUD)
    void the_node_of_a_deleted_machine_goes_once_it_is_not_ready(Scenario scenario) {
        scenario.awaitQuiet()
                .when(label(node("node-1"), DESTROYED, "true"))
                .advance(Duration.ofSeconds(30))
                .then(node("node-1"))
                .exists();

        scenario.advance(LONG_SILENCE)
                .then(node("node-1"))
                .isGone()
                .then(node("node-2"))
                .exists();
    }

    @Test
    @EmbeddedOnly(Clouds.NEEDS_CLOUD)
    void a_node_that_is_shut_down_is_tainted_until_it_is_ready_again(Scenario scenario) {
        scenario.awaitQuiet()
                .when(label(node("node-1"), SILENT, "true"))
                .advance(LONG_SILENCE)
                .then(node("node-1"))
                .satisfies(it -> assertThat(taints(it)).contains(SHUTDOWN))
                .then(node("node-2"))
                .satisfies(it -> assertThat(taints(it)).isEmpty());

        scenario.when(unlabel(node("node-1"), SILENT))
                .advance(Duration.ofSeconds(30))
                .awaitQuiet()
                .then(node("node-1"))
                .satisfies(it -> assertThat(taints(it)).isEmpty());
    }

    @Test
    @EmbeddedOnly(Clouds.NEEDS_CLOUD)
    @KubeScenario(controllers = "cloud-node-lifecycle-controller")
    void a_refused_deletion_is_told_and_tried_again(Scenario scenario) {
        scenario.fault(refuse(delete(Node.NODES)).with(forbidden("not now")))
                .given(unready("kcm-lost").annotation(DESTROYED, "true"))
                .advance(Duration.ofSeconds(8))
                .then(node("kcm-lost"))
                .hasEvents("DeletingNode", "DeletingNodeFailed");

        scenario.heal();
        scenario.advance(Duration.ofSeconds(8)).then(node("kcm-lost")).isGone();
    }

    @Test
    @EmbeddedOnly(Clouds.NEEDS_CLOUD)
    @KubeScenario(controllers = "cloud-node-lifecycle-controller")
    void a_conflict_costs_a_pass(Scenario scenario) {
        scenario.fault(conflictOnce(patch(Node.NODES)))
                .given(unready("kcm-off").annotation(SILENT, "true"))
                .advance(Duration.ofSeconds(16))
                .then(node("kcm-off"))
                .satisfies(it -> assertThat(taints(it)).contains(SHUTDOWN));
    }

    @Test
    @EmbeddedOnly(Clouds.NEEDS_CLOUD)
    @KubeScenario(controllers = "cloud-node-lifecycle-controller")
    void a_new_process_finishes_what_the_last_one_began(Scenario scenario) {
        scenario.crashAfterWrite(1);
        scenario.given(unready("kcm-lost").annotation(DESTROYED, "true"))
                .advance(Duration.ofSeconds(16))
                .then(node("kcm-lost"))
                .isGone();
    }

    private static AnyObjectBuilder<Node> unready(String name) {
        return node(name)
                .with(it -> it.withStatus(status -> status.addConditions(
                        condition -> condition.type("Ready").status("Unknown"))));
    }

    private static List<String> taints(Node node) {
        return node.spec().taints().stream()
                .map(taint -> taint.key() + ":" + taint.effect())
                .toList();
    }
}
