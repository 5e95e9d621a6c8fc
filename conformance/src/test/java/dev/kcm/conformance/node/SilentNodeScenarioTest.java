package dev.kcm.conformance.node;

import static dev.kcm.testing.scenario.Actions.label;
import static dev.kcm.testing.scenario.Actions.unlabel;
import static dev.kcm.testing.scenario.Builders.node;
import static dev.kcm.testing.scenario.Builders.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.scenario.PodBuilder;
import dev.kcm.testing.scenario.Scenario;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/// What becomes of the pods of a node that is not heard of any more: two controllers, one after the other. Times are
/// shorter than usual, as in [NodeLifecycleScenarioTest].
@KubeScenario(
        controllers = {"node-lifecycle-controller", "taint-eviction-controller"},
        wholeCluster = true,
        managerFlags = {
            "--node-monitor-period=1s",
            "--node-monitor-grace-period=20s",
            "--node-startup-grace-period=20s",
            "--node-eviction-rate=1"
        })
@Isolated("its nodes are everybody's")
class SilentNodeScenarioTest {
    private static final String SILENT = "kcm.dev/silent";
    private static final String UNREACHABLE = "node.kubernetes.io/unreachable";
    private static final Duration LONG_SILENCE = Duration.ofSeconds(60);
    private static final Duration RETURN = Duration.ofSeconds(12);

    @Test
    void its_pods_go_when_their_patience_is_over_and_those_that_stay_for_ever_stay(Scenario scenario) {
        scenario.given(node("kcm-lost"))
                .given(
                        pod("hasty")
                                .onNode("kcm-lost")
                                .with(it -> it.withSpec(spec -> spec.addTolerations(more -> more.key(UNREACHABLE)
                                        .operator("Exists")
                                        .effect("NoExecute")
                                        .tolerationSeconds(5)))),
                        faithful("faithful").onNode("kcm-lost"))
                .awaitQuiet()
                .when(label(node("kcm-lost"), SILENT, "true"))
                .advance(LONG_SILENCE)
                .then(pod("hasty"))
                .isTerminating()
                .condition("DisruptionTarget", "True", "DeletionByTaintManager")
                .then(pod("faithful"))
                .condition("Ready", "False")
                .satisfies(it -> assertThat(it.isDeleting()).isFalse());

        scenario.when(unlabel(node("kcm-lost"), SILENT))
                .advance(RETURN)
                .awaitQuiet()
                .then(pod("hasty"))
                .isGone()
                .then(pod("faithful"))
                .status("phase", "Running");
    }

    @Test
    void a_node_that_comes_back_in_time_keeps_its_pods(Scenario scenario) {
        scenario.given(node("kcm-lost"))
                .given(pod("web").onNode("kcm-lost"))
                .awaitQuiet()
                .when(label(node("kcm-lost"), SILENT, "true"))
                .advance(LONG_SILENCE)
                .then(node("kcm-lost"))
                .condition("Ready", "Unknown");

        scenario.when(unlabel(node("kcm-lost"), SILENT))
                .advance(RETURN)
                .awaitQuiet()
                .then(pod("web"))
                .status("phase", "Running")
                .lacksCondition("DisruptionTarget");
    }

    private static PodBuilder faithful(String name) {
        return pod(name)
                .with(it -> it.withSpec(spec ->
                        spec.addTolerations(more -> more.key(UNREACHABLE).operator("Exists"))));
    }
}
