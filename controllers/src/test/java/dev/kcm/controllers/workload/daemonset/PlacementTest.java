package dev.kcm.controllers.workload.daemonset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.apps.v1.DaemonSet;
import dev.kcm.model.core.v1.PodSpec;
import dev.kcm.model.core.v1.Taint;
import dev.kcm.model.core.v1.Toleration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlacementTest {

    @Test
    void a_set_runs_everywhere_unless_it_says_otherwise() {
        assertThat(placement(_ -> {}).of(node("a", Map.of()))).isEqualTo(Eligibility.RUNS);
    }

    @Test
    void the_name_of_a_node_is_the_only_one() {
        var placement = placement(pod -> pod.nodeName("a"));

        assertThat(placement.of(node("a", Map.of()))).isEqualTo(Eligibility.RUNS);
        assertThat(placement.of(node("b", Map.of()))).isEqualTo(Eligibility.EXPELS);
    }

    @Test
    void labels_and_affinity_must_both_match() {
        var placement = placement(pod -> pod.putNodeSelector("disk", "ssd")
                .affinity(affinity -> affinity.nodeAffinity(it -> it.requiredDuringSchedulingIgnoredDuringExecution(
                        selector -> selector.addNodeSelectorTerms(term -> term.addMatchExpressions(
                                one -> one.key("zone").operator("NotIn").addValues("east")))))));

        assertThat(placement.of(node("a", Map.of("disk", "ssd")))).isEqualTo(Eligibility.RUNS);
        assertThat(placement.of(node("a", Map.of("disk", "ssd", "zone", "east"))))
                .isEqualTo(Eligibility.EXPELS);
        assertThat(placement.of(node("a", Map.of("zone", "west")))).isEqualTo(Eligibility.EXPELS);
    }

    @Test
    void a_node_may_be_required_by_its_name() {
        var placement = placement(pod ->
                pod.affinity(affinity -> affinity.nodeAffinity(it -> it.requiredDuringSchedulingIgnoredDuringExecution(
                        selector -> selector.addNodeSelectorTerms(term -> term.addMatchFields(one ->
                                        one.key("metadata.name").operator("In").addValues("a")))
                                .addNodeSelectorTerms(_ -> {})))));

        assertThat(placement.of(node("a", Map.of()))).isEqualTo(Eligibility.RUNS);
        assertThat(placement.of(node("b", Map.of()))).isEqualTo(Eligibility.EXPELS);
    }

    @ParameterizedTest
    @CsvSource({
        "example.com/dedicated, NoSchedule, KEEPS",
        "example.com/dedicated, NoExecute, EXPELS",
        "example.com/dedicated, PreferNoSchedule, RUNS",
        "node.kubernetes.io/not-ready, NoExecute, RUNS",
        "node.kubernetes.io/not-ready, NoSchedule, KEEPS",
        "node.kubernetes.io/unreachable, NoExecute, RUNS",
        "node.kubernetes.io/disk-pressure, NoSchedule, RUNS",
        "node.kubernetes.io/memory-pressure, NoSchedule, RUNS",
        "node.kubernetes.io/pid-pressure, NoSchedule, RUNS",
        "node.kubernetes.io/unschedulable, NoSchedule, RUNS",
        "node.kubernetes.io/network-unavailable, NoSchedule, KEEPS"
    })
    void taints_keep_pods_out_or_send_them_away(String key, String effect, Eligibility expected) {
        assertThat(placement(_ -> {}).of(node("a", taint(key, effect)))).isEqualTo(expected);
    }

    @Test
    void pods_in_the_network_of_their_node_do_not_wait_for_another_one() {
        var placement = placement(pod -> pod.hostNetwork(true));

        assertThat(placement.of(node("a", taint("node.kubernetes.io/network-unavailable", "NoSchedule"))))
                .isEqualTo(Eligibility.RUNS);
    }

    @Test
    void what_a_template_tolerates_only_for_a_while_it_tolerates_for_good() {
        var patient = Toleration.builder()
                .key("node.kubernetes.io/not-ready")
                .operator("Exists")
                .effect("NoExecute")
                .tolerationSeconds(300)
                .build();
        var other = Toleration.builder().key("example.com/a").operator("Exists").build();
        var template = PodSpec.builder().tolerations(List.of(patient, other)).build();

        var all = DaemonTolerations.of(template);

        assertThat(all)
                .extracting(Toleration::key)
                .containsExactly(
                        "node.kubernetes.io/not-ready",
                        "example.com/a",
                        "node.kubernetes.io/unreachable",
                        "node.kubernetes.io/disk-pressure",
                        "node.kubernetes.io/memory-pressure",
                        "node.kubernetes.io/pid-pressure",
                        "node.kubernetes.io/unschedulable");
        assertThat(all.getFirst().tolerationSeconds()).isEmpty();
        assertThat(DaemonTolerations.of(template.withTolerations(all))).isEqualTo(all);
    }

    private static Placement placement(Consumer<PodSpec.Builder> pod) {
        return Placement.of(
                DaemonSet.builder()
                        .spec(spec -> spec.template(template -> template.spec(pod)))
                        .build(),
                false);
    }

    private static NodeFacts node(String name, Map<String, String> labels) {
        return new NodeFacts(name, labels, List.of());
    }

    private static NodeFacts node(String name, Taint taint) {
        return new NodeFacts(name, Map.of(), List.of(taint));
    }

    private static Taint taint(String key, String effect) {
        return Taint.builder().key(key).effect(effect).build();
    }
}
