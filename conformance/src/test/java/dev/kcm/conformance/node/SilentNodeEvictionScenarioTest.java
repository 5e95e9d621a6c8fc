package dev.kcm.conformance.node;

import static dev.kcm.testing.scenario.Actions.label;
import static dev.kcm.testing.scenario.Actions.unlabel;
import static dev.kcm.testing.scenario.Builders.node;
import static dev.kcm.testing.scenario.Builders.pod;

import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.scenario.PodBuilder;
import dev.kcm.testing.scenario.Scenario;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/// What two controllers do together, in times that a real cluster's scenario can wait for.
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
class SilentNodeEvictionScenarioTest {
    private static final String SILENT = "kcm.dev/silent";
    private static final String UNREACHABLE = "node.kubernetes.io/unreachable";

    /// The grace period, the pods' patience and some passes; managers that start in the middle wait for both again.
    private static final Duration LONG_SILENCE = Duration.ofSeconds(70);

    @Test
    void pods_leave_a_silent_node_when_their_patience_is_over(Scenario scenario) {
        scenario.given(node("kcm-silent-evicting"))
                .awaitQuiet()
                .given(tolerating("hasty", 8).onNode("kcm-silent-evicting"))
                .given(tolerating("patient", 3600).onNode("kcm-silent-evicting"))
                .awaitQuiet()
                .when(label(node("kcm-silent-evicting"), SILENT, "true"))
                .advance(LONG_SILENCE)
                .when(unlabel(node("kcm-silent-evicting"), SILENT))
                .advance(Duration.ofSeconds(12))
                .awaitQuiet()
                .then(pod("hasty"))
                .isGone()
                .then(pod("patient"))
                .condition("Ready", "True");
    }

    @Test
    void a_node_that_is_heard_again_in_time_keeps_its_pods(Scenario scenario) {
        scenario.given(node("kcm-silent-returning"))
                .awaitQuiet()
                .given(tolerating("web", 60).onNode("kcm-silent-returning"))
                .awaitQuiet()
                .when(label(node("kcm-silent-returning"), SILENT, "true"))
                .advance(Duration.ofSeconds(35))
                .when(unlabel(node("kcm-silent-returning"), SILENT))
                .advance(Duration.ofSeconds(60))
                .awaitQuiet()
                .then(pod("web"))
                .lacksCondition("DisruptionTarget")
                .condition("Ready", "True");
    }

    private static PodBuilder tolerating(String name, long seconds) {
        return pod(name)
                .with(it -> it.withSpec(spec -> spec.addTolerations(toleration -> toleration
                        .key(UNREACHABLE)
                        .operator("Exists")
                        .effect("NoExecute")
                        .tolerationSeconds(seconds))));
    }
}
