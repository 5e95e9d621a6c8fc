package dev.kcm.conformance.node;

import static dev.kcm.testing.scenario.Actions.annotate;
import static dev.kcm.testing.scenario.Actions.delete;
import static dev.kcm.testing.scenario.Actions.update;
import static dev.kcm.testing.scenario.Builders.node;
import static dev.kcm.testing.scenario.Faults.conflictOnce;
import static dev.kcm.testing.scenario.Faults.dropWatch;
import static dev.kcm.testing.scenario.Faults.patch;
import static dev.kcm.testing.scenario.Faults.refuse;
import static dev.kcm.testing.scenario.Faults.serverError;

import dev.kcm.model.core.v1.Node;
import dev.kcm.testing.junit.EmbeddedOnly;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.scenario.Action;
import dev.kcm.testing.scenario.Scenario;
import java.time.Duration;
import org.junit.jupiter.api.Test;

@KubeScenario(controllers = "ttl-controller")
class TtlScenarioTest {
    private static final String TTL = "node.alpha.kubernetes.io/ttl";
    private static final String NEEDS_NODES = "a real cluster has other nodes, and they are not counted by us alone";

    @Test
    void a_node_of_a_small_cluster_gets_the_annotation(Scenario scenario) {
        scenario.given(node("kcm-ttl")).awaitQuiet().then(node("kcm-ttl")).annotation(TTL, "0");
    }

    @Test
    void what_others_write_there_is_replaced(Scenario scenario) {
        scenario.given(node("kcm-ttl-other"))
                .awaitQuiet()
                .when(annotate(node("kcm-ttl-other"), TTL, "a while"))
                .awaitQuiet()
                .then(node("kcm-ttl-other"))
                .annotation(TTL, "0");
    }

    @Test
    void a_refusal_and_a_conflict_are_got_over(Scenario scenario) {
        scenario.fault(refuse(patch(Node.NODES).named("kcm-ttl-refused")).with(serverError("not now")));
        scenario.given(node("kcm-ttl-refused")).awaitQuiet();
        scenario.heal();
        scenario.fault(conflictOnce(patch(Node.NODES).named("kcm-ttl-refused")));
        scenario.advance(Duration.ofSeconds(20))
                .awaitQuiet()
                .then(node("kcm-ttl-refused"))
                .annotation(TTL, "0");
    }

    /// Without the steps that overlap, a cluster of a hundred nodes would be written all over with every node that
    /// comes
    /// or goes. The watch is lost on the way, which must not count anybody twice.
    @Test
    @EmbeddedOnly(NEEDS_NODES)
    @KubeScenario(controllers = "ttl-controller", nodes = 100)
    void a_cluster_that_has_grown_shrinks_by_more_before_it_counts_as_small(Scenario scenario) {
        scenario.awaitQuiet().then(node("node-1")).annotation(TTL, "0");

        scenario.given(node("kcm-ttl-last"))
                .awaitQuiet()
                .then(node("kcm-ttl-last"))
                .annotation(TTL, "15")
                .then(node("node-1"))
                .annotation(TTL, "0");
        scenario.when(change("node-1")).awaitQuiet().then(node("node-1")).annotation(TTL, "15");

        scenario.fault(dropWatch(Node.NODES));
        for (int i = 89; i <= 99; i++) {
            scenario.when(delete(node("node-" + i)));
        }
        scenario.awaitQuiet().when(change("node-1")).awaitQuiet();
        scenario.then(node("node-1")).annotation(TTL, "15");

        scenario.when(delete(node("node-88"))).awaitQuiet();
        scenario.when(change("node-1"), change("kcm-ttl-last"))
                .awaitQuiet()
                .then(node("node-1"))
                .annotation(TTL, "0");
    }

    @Test
    @EmbeddedOnly(NEEDS_NODES)
    @KubeScenario(controllers = "ttl-controller", nodes = 100)
    void one_that_starts_climbs_the_steps_anew(Scenario scenario) {
        scenario.given(node("kcm-ttl-first"))
                .awaitQuiet()
                .when(delete(node("kcm-ttl-first")))
                .awaitQuiet()
                .when(change("node-1"))
                .awaitQuiet()
                .then(node("node-1"))
                .annotation(TTL, "15");

        scenario.restart();
        scenario.awaitQuiet().then(node("node-1")).annotation(TTL, "0");
    }

    /// Kubelets post their status every few minutes; the simulated ones only when it is another.
    private static Action change(String node) {
        return update(
                node(node),
                it -> it.withMetadata(meta -> meta.putLabels(
                        "example.com/changes", it.labels().getOrDefault("example.com/changes", "") + "x")));
    }
}
