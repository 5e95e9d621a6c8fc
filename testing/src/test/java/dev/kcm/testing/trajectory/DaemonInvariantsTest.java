package dev.kcm.testing.trajectory;

import static dev.kcm.testing.trajectory.ChangeHistory.deleting;
import static dev.kcm.testing.trajectory.ChangeHistory.meta;
import static dev.kcm.testing.trajectory.ChangeHistory.owned;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.apps.v1.DaemonSet;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.value.IntOrString;
import org.junit.jupiter.api.Test;

/// As [InvariantsTest], of DaemonSets.
class DaemonInvariantsTest {
    private static final String CROWDED = "one-daemon-pod-per-node DaemonSet agent";
    private static final String OUT_OF_TURN = "daemon-updates-in-turn DaemonSet agent";

    private final ChangeHistory history = new ChangeHistory();

    @Test
    void two_pods_on_one_node() {
        history.shows(node("a"), node("b"), set(1, 0), pod("one", "a", true), pod("two", "b", true));
        assertThat(history.broken()).isEmpty();
        history.shows(pod("three", "a", true));
        assertThat(history.broken()).containsExactly(CROWDED);
    }

    @Test
    void a_pod_beside_one_that_terminates() {
        history.shows(node("a"), set(1, 0), pod("one", "a", true), deleting(pod("one", "a", true)));
        history.shows(pod("two", "a", true));
        assertThat(history.broken()).containsExactly(CROWDED);
    }

    @Test
    void a_set_that_surges_may_have_two_and_no_more() {
        history.shows(node("a"), set(0, 1), pod("one", "a", true), pod("two", "a", false));
        assertThat(history.broken()).isEmpty();
        history.shows(pod("three", "a", false));
        assertThat(history.broken()).containsExactly(CROWDED);
    }

    @Test
    void a_pod_for_a_node_that_does_not_match() {
        history.shows(node("a"), node("a", "other"), set(1, 0)).after(1).shows(pod("one", "a", true));
        assertThat(history.broken()).isEmpty();
        history.removes(pod("one", "a", true)).after(10).shows(pod("two", "a", true));
        assertThat(history.broken()).containsExactly(CROWDED);
    }

    @Test
    void a_pod_for_a_node_with_a_taint_or_that_is_gone() {
        var tainted =
                node("a").withSpec(it -> it.addTaints(taint -> taint.key("x").effect("NoSchedule")));
        history.shows(tainted, set(1, 0)).after(10).shows(pod("one", "a", true));
        assertThat(history.broken()).containsExactly(CROWDED);

        var gone = new ChangeHistory();
        gone.shows(node("b"), set(1, 0)).removes(node("b")).after(10).shows(pod("one", "b", true));
        assertThat(gone.broken()).containsExactly(CROWDED);
    }

    @Test
    void an_update_in_its_turn_and_one_out_of_it() {
        running(set(1, 0)).shows(deleting(pod("one", "a", true)));
        assertThat(history.broken()).isEmpty();
        history.after(10).shows(deleting(pod("two", "b", true)));
        assertThat(history.broken()).containsExactly(OUT_OF_TURN);
    }

    @Test
    void as_many_as_may_be_unavailable() {
        running(set(2, 0)).shows(deleting(pod("one", "a", true))).after(10).shows(deleting(pod("two", "b", true)));
        assertThat(history.broken()).isEmpty();
    }

    @Test
    void who_surges_lets_go_when_the_new_one_is_ready() {
        running(set(0, 1)).shows(pod("new", "a", true)).shows(deleting(pod("one", "a", true)));
        assertThat(history.broken()).isEmpty();
        history.shows(pod("newer", "b", false)).shows(deleting(pod("two", "b", true)));
        assertThat(history.broken()).containsExactly(OUT_OF_TURN);
    }

    @Test
    void pods_that_only_users_may_delete() {
        var patient = set(1, 0).withSpec(it -> it.updateStrategy(strategy -> strategy.type("OnDelete")));
        running(patient).userDeletes(pod("one", "a", true));
        assertThat(history.broken()).isEmpty();
        history.shows(deleting(pod("two", "b", true)));
        assertThat(history.broken()).containsExactly(OUT_OF_TURN);
    }

    @Test
    void pods_of_nodes_left_may_go() {
        running(set(1, 0)).shows(deleting(pod("one", "a", true))).after(10);
        history.shows(node("b", "other")).shows(deleting(pod("two", "b", true)));
        assertThat(history.broken()).isEmpty();
    }

    private ChangeHistory running(DaemonSet set) {
        return history.shows(node("a"), node("b"), node("c"), set)
                .shows(pod("one", "a", true), pod("two", "b", true), pod("three", "c", true))
                .after(10);
    }

    private static DaemonSet set(int unavailable, int surge) {
        return DaemonSet.builder()
                .metadata(meta("agent").generation(1).build())
                .spec(spec -> spec.updateStrategy(strategy -> strategy.type("RollingUpdate")
                        .rollingUpdate(it ->
                                it.maxUnavailable(IntOrString.of(unavailable)).maxSurge(IntOrString.of(surge)))))
                .status(it -> it.observedGeneration(1).desiredNumberScheduled(3))
                .build();
    }

    private static Pod pod(String name, String node, boolean isReady) {
        return Pod.builder()
                .metadata(owned(name, "DaemonSet", "agent").build())
                .spec(it -> it.nodeName(node).putNodeSelector("pool", "ours"))
                .status(status -> status.phase("Running")
                        .addConditions(it -> it.type("Ready").status(isReady ? "True" : "False")))
                .build();
    }

    private static Node node(String name) {
        return node(name, "ours");
    }

    private static Node node(String name, String pool) {
        return Node.builder()
                .metadata(it -> it.name(name).uid(name).putLabels("pool", pool))
                .build();
    }
}
