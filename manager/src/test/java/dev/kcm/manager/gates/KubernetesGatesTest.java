package dev.kcm.manager.gates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.gates.GateTable.GateState;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.base.metrics.Sample;
import dev.kcm.manager.Facts;
import dev.kcm.manager.registry.ControllerDescriptors;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KubernetesGatesTest {
    @Test
    void has_upstreams_242_gates_with_stage_and_default() {
        var facts = Facts.table("feature-gates.tsv").stream()
                .map(row -> row.get("gate") + " " + row.get("stage") + " " + row.get("default"))
                .toList();
        var ours = decide(Map.of()).resolution().states().stream()
                .map(state -> state.name() + " " + state.stage() + " " + state.enabled())
                .toList();
        assertThat(facts).hasSize(242);
        assertThat(ours).containsExactlyInAnyOrderElementsOf(facts);
    }

    @Test
    void every_controllers_required_gate_exists() {
        for (var descriptor : ControllerDescriptors.ALL) {
            assertThat(KubernetesGates.TABLE.names()).containsAll(descriptor.requiredGates());
        }
    }

    @Test
    void switches_gates_with_or_without_the_component() {
        var plain = decide(Map.of("", List.of("GangScheduling=true", "GenericWorkload=true")));
        var prefixed = decide(Map.of("kube", List.of("GangScheduling=1", "GenericWorkload=t")));
        assertThat(plain.problems()).isEmpty();
        assertThat(plain.resolution().gates().isEnabled("GangScheduling")).isTrue();
        assertThat(prefixed.resolution().gates()).isEqualTo(plain.resolution().gates());
    }

    @Test
    void refuses_gates_it_cannot_make_sense_of() {
        assertThat(decide(Map.of("", List.of("GangScheduling"))).problems())
                .containsExactly(
                        "--feature-gates: \"GangScheduling\" must be true or false, write" + " GangScheduling=true");
        assertThat(decide(Map.of("", List.of("AllAlpha=false"), "kube", List.of("AllBeta=true")))
                        .problems())
                .hasSize(1);
        assertThat(decide(Map.of("wardle", List.of("A=true"))).problems())
                .singleElement()
                .asString()
                .contains("no component \"wardle\"");
    }

    @Test
    void emulates_an_older_version() {
        var options = new GateOptions(List.of("1.34"), List.of(), Map.of());
        var decision = options.decide();
        assertThat(decision.problems()).isEmpty();
        assertThat(decision.versions().minCompatibility()).hasToString("1.33");
        assertThat(decision.resolution().states())
                .hasSizeLessThan(242)
                .extracting(GateState::name)
                .contains("AllAlpha");
    }

    @Test
    void shows_each_gate_in_the_metrics() {
        var metrics = new Metrics();
        GateMetrics.register(metrics, decide(Map.of()));
        var family = metrics.families().stream()
                .filter(one -> one.head().name().equals("kubernetes_feature_enabled"))
                .findFirst()
                .orElseThrow();
        assertThat(family.samples()).hasSize(242);
        assertThat(family.samples())
                .contains(
                        new Sample(List.of("APIResponseCompression", "BETA"), new Sample.Number(1)),
                        new Sample(List.of("APIServerTracing", ""), new Sample.Number(1)));
    }

    private static GateOptions.GateDecision decide(Map<String, List<String>> gates) {
        return new GateOptions(List.of(), List.of(), gates).decide();
    }
}
