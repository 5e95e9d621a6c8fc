package dev.kcm.controllers.node.devicetainteviction;

import static dev.kcm.runtime.testing.PlanAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.meta.v1.Condition;
import dev.kcm.model.resource.v1beta2.DeviceTaintRule;
import dev.kcm.runtime.testing.Planned;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The words are upstream's.
class RuleStatusTest {
    private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");

    @Test
    void tells_how_many_pods_are_to_go() {
        assertThat(written(rule("NoExecute"), List.of(pod("a", "1")), 0))
                .contains("\"status\":\"True\"")
                .contains("\"reason\":\"PodsPendingEviction\"")
                .contains("\"message\":\"1 pod needs to be evicted in 1 namespace.\"");
        assertThat(written(rule("NoExecute"), List.of(pod("a", "1"), pod("b", "2"), pod("b", "3")), 1))
                .contains("3 pods need to be evicted in 2 different namespaces."
                        + " 1 pod evicted since starting the controller.");
        assertThat(RuleStatus.decide(snapshot(rule("NoExecute"), List.of(pod("a", "1")), 0)))
                .wakesIn(Duration.ofSeconds(10));
    }

    @Test
    void tells_whether_it_evicted_anybody() {
        assertThat(written(rule("NoExecute"), List.of(), 0))
                .contains("\"reason\":\"NotStarted\"")
                .contains("\"status\":\"False\"");
        assertThat(written(rule("NoExecute"), List.of(), 2))
                .contains("\"reason\":\"Completed\"")
                .contains("\"message\":\"2 pods evicted since starting the controller.\"");
    }

    @Test
    void a_rule_without_effect_tells_once_what_it_would_do() {
        var rule = rule("None");

        assertThat(written(rule, List.of(pod("a", "1")), 0))
                .contains("\"reason\":\"NoEffect\"")
                .contains("1 published device selected. 3 allocated devices selected. 1 pod would be evicted in"
                        + " 1 namespace if the effect was NoExecute. This information will not be updated again."
                        + " Recreate the DeviceTaintRule to trigger an update.");
        assertThat(RuleStatus.decide(snapshot(with(rule, "NoEffect", "", 60), List.of(), 0)))
                .plansNothing()
                .waitsForAChange();
    }

    @Test
    void other_effects_evict_nobody() {
        assertThat(written(rule("NoSchedule"), List.of(), 0))
                .contains("\"reason\":\"OtherEffect\"")
                .contains("Eviction only happens for the NoExecute effect.");
    }

    @Test
    void writes_every_ten_seconds_at_most() {
        var fresh = with(rule("NoExecute"), "NotStarted", "", 4);

        assertThat(RuleStatus.decide(snapshot(fresh, List.of(pod("a", "1")), 0)))
                .plansNothing()
                .wakesIn(Duration.ofSeconds(6));
        assertThat(RuleStatus.decide(
                        snapshot(fresh.withMetadata(metadata -> metadata.generation(2)), List.of(pod("a", "1")), 0)))
                .plans("apply devicetaintrules/status broken");
        assertThat(RuleStatus.decide(
                        snapshot(with(rule("NoExecute"), "NotStarted", "", 10), List.of(pod("a", "1")), 0)))
                .plans("apply devicetaintrules/status broken");
    }

    @Test
    void writes_nothing_that_is_there() {
        assertThat(RuleStatus.decide(snapshot(with(rule("NoExecute"), "NotStarted", "", 60), List.of(), 0)))
                .plansNothing();
    }

    private static String written(DeviceTaintRule rule, List<LeanPod> pending, int evicted) {
        return Planned.in(RuleStatus.decide(snapshot(rule, pending, evicted)))
                .patches()
                .getFirst()
                .patch()
                .utf8();
    }

    private static Snapshot.OfRule snapshot(DeviceTaintRule rule, List<LeanPod> pending, int evicted) {
        return new Snapshot.OfRule(rule, pending, evicted, 1, 3, NOW);
    }

    private static DeviceTaintRule rule(String effect) {
        return DeviceTaintRule.builder()
                .metadata(metadata -> metadata.name("broken").uid("uid").generation(1))
                .spec(spec -> spec.taint(taint -> taint.key("broken").effect(effect)))
                .build();
    }

    private static DeviceTaintRule with(DeviceTaintRule rule, String reason, String message, int secondsAgo) {
        return rule.withStatus(status -> status.addConditions(Condition.builder()
                .type("EvictionInProgress")
                .status("False")
                .reason(reason)
                .message(message)
                .observedGeneration(1)
                .lastTransitionTime(NOW.minusSeconds(secondsAgo))
                .build()));
    }

    private static LeanPod pod(String namespace, String name) {
        return LeanPod.builder()
                .metadata(metadata -> metadata.namespace(namespace).name(name).uid(name))
                .build();
    }
}
