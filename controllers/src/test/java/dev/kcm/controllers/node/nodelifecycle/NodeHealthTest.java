package dev.kcm.controllers.node.nodelifecycle;

import static dev.kcm.controllers.node.nodelifecycle.Nodes.at;
import static dev.kcm.controllers.node.nodelifecycle.Nodes.condition;
import static dev.kcm.controllers.node.nodelifecycle.Nodes.node;
import static dev.kcm.controllers.node.nodelifecycle.Nodes.options;
import static dev.kcm.controllers.node.nodelifecycle.Nodes.ready;
import static dev.kcm.controllers.node.nodelifecycle.Nodes.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.kcm.model.Conditions;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.NodeCondition;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NodeHealthTest {
    private static final Node POSTED = with(node("n"), ready("True"));

    @Test
    void a_node_is_heard_of_when_it_is_first_seen_whatever_its_kubelet_wrote() {
        assertThat(first(POSTED, at(500)).heard()).isEqualTo(at(500));
    }

    @Test
    void a_node_without_status_counts_from_its_creation() {
        assertThat(first(node("n"), at(500)).heard()).isEqualTo(at(0));
        assertThat(first(node("n"), at(60)).isSilent(options(), at(60))).isFalse();
        assertThat(first(node("n"), at(60)).isSilent(options(), at(61))).isTrue();
    }

    @Test
    void a_new_heartbeat_is_heard_when_it_is_seen() {
        var later = with(node("n"), condition("Ready", "True", at(1)));
        assertThat(then(first(POSTED, at(0)), later, Optional.empty(), at(30)).heard())
                .isEqualTo(at(30));
        assertThat(then(first(POSTED, at(0)), POSTED, Optional.empty(), at(30)).heard())
                .isEqualTo(at(0));
    }

    @Test
    void a_condition_that_appears_or_vanishes_is_heard() {
        assertThat(then(first(node("n"), at(0)), POSTED, Optional.empty(), at(30))
                        .heard())
                .isEqualTo(at(30));
        assertThat(then(first(POSTED, at(0)), node("n"), Optional.empty(), at(30))
                        .heard())
                .isEqualTo(at(30));
    }

    @Test
    void a_renewed_lease_is_heard_and_an_old_one_is_not() {
        var seen = then(first(POSTED, at(0)), POSTED, Optional.of(at(-100)), at(10));
        assertThat(seen.heard()).as("seen for the first time").isEqualTo(at(10));
        assertThat(then(seen, POSTED, Optional.of(at(-100)), at(20)).heard()).isEqualTo(at(10));
        assertThat(then(seen, POSTED, Optional.of(at(-90)), at(20)).heard()).isEqualTo(at(20));
    }

    @Test
    void a_lease_counts_once_more_after_a_new_heartbeat() {
        var seen = then(first(POSTED, at(0)), POSTED, Optional.of(at(0)), at(10));
        var heartbeat = with(node("n"), condition("Ready", "True", at(1)));
        var posted = then(seen, heartbeat, Optional.of(at(0)), at(20));
        assertThat(then(posted, heartbeat, Optional.of(at(0)), at(30)).heard()).isEqualTo(at(30));
    }

    @Test
    void silence_begins_strictly_after_the_grace_period() {
        var health = first(POSTED, at(0));
        assertThat(health.isSilent(options(), at(50))).isFalse();
        assertThat(health.isSilent(options(), at(50).plusNanos(1))).isTrue();
    }

    @Test
    void what_a_silent_kubelet_posted_is_unknown() {
        var node = with(
                node("n"),
                ready("True"),
                condition("DiskPressure", "Unknown", at(3)),
                condition("NetworkUnavailable", "False", at(3)));
        var marked = NodeHealth.markedUnknown(node, at(60)).orElseThrow();
        assertThat(marked.status().conditions())
                .extracting(NodeCondition::type, NodeCondition::status, NodeCondition::reason)
                .containsExactly(
                        tuple("Ready", "Unknown", "NodeStatusUnknown"),
                        tuple("DiskPressure", "Unknown", "Kubelet"),
                        tuple("NetworkUnavailable", "False", "Kubelet"),
                        tuple("MemoryPressure", "Unknown", "NodeStatusNeverUpdated"),
                        tuple("PIDPressure", "Unknown", "NodeStatusNeverUpdated"));
        var ready = marked.status().conditions().getFirst();
        assertThat(ready.lastTransitionTime()).contains(at(60));
        assertThat(ready.lastHeartbeatTime()).contains(at(0));
        assertThat(ready.message()).isEqualTo("Kubelet stopped posting node status.");
    }

    @Test
    void pressure_conditions_change_only_together_with_readiness() {
        var node = with(node("n"), ready("Unknown"), condition("DiskPressure", "False", at(3)));
        assertThat(NodeHealth.markedUnknown(node, at(60))).isEmpty();
    }

    private static NodeHealth first(Node node, Instant now) {
        return observed(Optional.empty(), node, Optional.empty(), now);
    }

    private static NodeHealth then(NodeHealth before, Node node, Optional<Instant> renewal, Instant now) {
        return observed(Optional.of(before), node, renewal, now);
    }

    private static NodeHealth observed(Optional<NodeHealth> before, Node node, Optional<Instant> renewal, Instant now) {
        var ready = Conditions.find(node.status().conditions(), ConditionTypes.READY);
        return NodeHealth.observed(before, node, ready, renewal, now);
    }
}
