package dev.kcm.conformance.node;

import static dev.kcm.testing.scenario.Actions.act;
import static dev.kcm.testing.scenario.Actions.delete;
import static dev.kcm.testing.scenario.Actions.label;
import static dev.kcm.testing.scenario.Actions.patch;
import static dev.kcm.testing.scenario.Actions.unlabel;
import static dev.kcm.testing.scenario.Builders.node;
import static dev.kcm.testing.scenario.Builders.pod;
import static dev.kcm.testing.scenario.Faults.conflictOnce;
import static dev.kcm.testing.scenario.Faults.updateStatus;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.client.Client;
import dev.kcm.client.ListQuery;
import dev.kcm.client.Patch;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Node;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.scenario.Action;
import dev.kcm.testing.scenario.AnyObjectBuilder;
import dev.kcm.testing.scenario.Scenario;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/// Nodes fall silent where the label `kcm.dev/silent` says so, on both sorts of clusters. Times are shorter than usual:
/// a
/// real cluster's scenario waits for them. All end with nodes that are well: a manager that starts takes the NoExecute
/// taints of silent nodes away and gives them back, as upstream's does.
@KubeScenario(
        controllers = "node-lifecycle-controller",
        wholeCluster = true,
        managerFlags = {
            "--node-monitor-period=1s",
            "--node-monitor-grace-period=20s",
            "--node-startup-grace-period=20s",
            "--node-eviction-rate=1"
        })
@Isolated("its nodes are everybody's")
class NodeLifecycleScenarioTest {
    private static final String SILENT = "kcm.dev/silent";
    private static final String ZONE = "topology.kubernetes.io/zone";

    /// The grace period and some passes; a manager that is restarted in between waits for the grace period again.
    private static final Duration LONG_SILENCE = Duration.ofSeconds(50);

    private static final Duration SHORT_SILENCE = Duration.ofSeconds(8);
    private static final Duration RETURN = Duration.ofSeconds(12);

    private static final Action EVERYBODY_FALLS_SILENT = labelEverybody("every node falls silent", "\"true\"");
    private static final Action EVERYBODY_WAKES = labelEverybody("every node wakes", "null");

    @Test
    void a_node_that_is_ready_takes_pods(Scenario scenario) {
        scenario.given(node("kcm-ready"))
                .advance(Duration.ofSeconds(3))
                .awaitQuiet()
                .then(node("kcm-ready"))
                .condition("Ready", "True")
                .satisfies(it -> assertThat(taints(it)).isEmpty());
    }

    @Test
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
    void labels_are_copied_to_their_old_names(Scenario scenario) {
        scenario.given(node("kcm-labelled").label("kubernetes.io/os", "linux").label("kubernetes.io/arch", "arm64"))
                .awaitQuiet()
                .then(node("kcm-labelled"))
                .label("beta.kubernetes.io/os", "linux")
                .label("beta.kubernetes.io/arch", "arm64");
    }

    @Test
    void a_silent_node_is_marked_and_its_pods_with_it_until_it_is_heard_again(Scenario scenario) {
        scenario.given(node("kcm-one"), node("kcm-two"))
                .given(pod("here").onNode("kcm-one"), pod("there").onNode("kcm-two"))
                .awaitQuiet()
                .when(silence("kcm-one"))
                .advance(LONG_SILENCE)
                .then(node("kcm-one"))
                .condition("Ready", "Unknown", "NodeStatusUnknown")
                .condition("MemoryPressure", "Unknown", "NodeStatusUnknown")
                .satisfies(it -> assertThat(taints(it))
                        .containsExactlyInAnyOrder("unreachable:NoSchedule", "unreachable:NoExecute"))
                .then(pod("here"))
                .condition("Ready", "False")
                .then(pod("there"))
                .condition("Ready", "True");

        scenario.when(wake("kcm-one"))
                .advance(RETURN)
                .awaitQuiet()
                .then(node("kcm-one"))
                .condition("Ready", "True")
                .satisfies(it -> assertThat(taints(it)).isEmpty());
    }

    @Test
    void a_short_silence_is_forgiven(Scenario scenario) {
        scenario.given(node("kcm-one"))
                .awaitQuiet()
                .when(silence("kcm-one"))
                .advance(SHORT_SILENCE)
                .when(wake("kcm-one"))
                .advance(LONG_SILENCE)
                .then(node("kcm-one"))
                .condition("Ready", "True");
    }

    @Test
    void a_zone_goes_dark_and_its_nodes_are_emptied_while_others_are_well(Scenario scenario) {
        scenario.given(inZone("kcm-one", "dark"), inZone("kcm-two", "dark"), inZone("kcm-three", "light"))
                .given(pod("here").onNode("kcm-one"), pod("there").onNode("kcm-three"))
                .awaitQuiet()
                .when(silence("kcm-one"), silence("kcm-two"))
                .advance(LONG_SILENCE)
                .then(node("kcm-one"))
                .satisfies(it -> assertThat(taints(it))
                        .containsExactlyInAnyOrder("unreachable:NoSchedule", "unreachable:NoExecute"))
                .then(node("kcm-two"))
                .satisfies(it -> assertThat(taints(it))
                        .containsExactlyInAnyOrder("unreachable:NoSchedule", "unreachable:NoExecute"))
                .then(node("kcm-three"))
                .condition("Ready", "True")
                .satisfies(it -> assertThat(taints(it)).isEmpty());
        scenario.when(wake("kcm-one"), wake("kcm-two")).advance(RETURN).awaitQuiet();
    }

    /// With upstream's manager a node that was found silent just before the last one may keep a NoExecute taint: it
    /// removes those that its cache shows. That ours leaves none is a decision test.
    @Test
    void all_zones_go_dark_and_come_back(Scenario scenario) {
        scenario.given(inZone("kcm-one", "dark"), inZone("kcm-two", "darker"))
                .given(pod("here").onNode("kcm-one"))
                .awaitQuiet()
                .when(EVERYBODY_FALLS_SILENT)
                .advance(LONG_SILENCE)
                .then(node("kcm-one"))
                .condition("Ready", "Unknown")
                .satisfies(it -> assertThat(taints(it)).contains("unreachable:NoSchedule"))
                .then(node("kcm-two"))
                .satisfies(it -> assertThat(taints(it)).contains("unreachable:NoSchedule"));

        scenario.when(EVERYBODY_WAKES)
                .advance(Duration.ofSeconds(30))
                .awaitQuiet()
                .then(node("kcm-one"))
                .condition("Ready", "True")
                .satisfies(it -> assertThat(taints(it)).isEmpty());
    }

    @Test
    void a_restart_in_the_middle_of_a_silence_forgets_no_node(Scenario scenario) {
        scenario.given(node("kcm-one"))
                .given(pod("here").onNode("kcm-one"))
                .awaitQuiet()
                .when(silence("kcm-one"))
                .advance(SHORT_SILENCE)
                .restart()
                .advance(LONG_SILENCE)
                .then(node("kcm-one"))
                .condition("Ready", "Unknown", "NodeStatusUnknown")
                .then(pod("here"))
                .condition("Ready", "False");
        scenario.when(wake("kcm-one")).advance(RETURN).awaitQuiet();
    }

    @Test
    void a_conflict_delays_nothing(Scenario scenario) {
        scenario.given(node("kcm-one"))
                .awaitQuiet()
                .fault(conflictOnce(updateStatus(Node.NODES)))
                .when(silence("kcm-one"))
                .advance(LONG_SILENCE)
                .then(node("kcm-one"))
                .condition("Ready", "Unknown", "NodeStatusUnknown");
        scenario.when(wake("kcm-one")).advance(RETURN).awaitQuiet();
    }

    @Test
    void a_node_that_goes_is_told_of(Scenario scenario) {
        scenario.given(node("kcm-leaving"))
                .advance(Duration.ofSeconds(8))
                .when(delete(node("kcm-leaving")))
                .advance(Duration.ofSeconds(8))
                .then(node("kcm-leaving"))
                .isGone();
    }

    private static Action labelEverybody(String description, String value) {
        var change = Patch.merge("{\"metadata\":{\"labels\":{\"%s\":%s}}}"
                .formatted(SILENT, value)
                .getBytes(UTF_8));
        return act(
                description,
                client -> nodes(client).forEach(name -> {
                    var _ = client.on(Node.NODES).patch(ObjectKey.of(name), change);
                }));
    }

    private static List<String> nodes(Client client) {
        var names = new ArrayList<String>();
        client.on(Node.NODES).listAll(ListQuery.everything(), node -> names.add(node.name()));
        return names;
    }

    private static AnyObjectBuilder<Node> inZone(String name, String zone) {
        return node(name).label(ZONE, zone);
    }

    private static Action silence(String name) {
        return label(node(name), SILENT, "true");
    }

    private static Action wake(String name) {
        return unlabel(node(name), SILENT);
    }

    private static List<String> taints(Node node) {
        return node.spec().taints().stream()
                .map(taint -> taint.key().replace("node.kubernetes.io/", "") + ":" + taint.effect())
                .toList();
    }
}
