package dev.kcm.apiserver.strategy.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.model.core.v1.NodeAffinity;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.PodSpec;
import dev.kcm.model.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The words are those of a real API server; `pod-updates.jsonl` has what upstream's validation
/// says, to the letter, about pods before and after.
class PodUpdateValidationTest {
    private static final Pod PLAIN = pod("""
        {"containers": [{"name": "main", "image": "busybox:1.36"}]}
        """);
    private static final Pod GATED = PLAIN.withSpec(spec -> spec.addSchedulingGates(gate -> gate.name("one"))
            .addSchedulingGates(gate -> gate.name("two"))
            .putNodeSelector("disk", "fast"));

    @ParameterizedTest
    @MethodSource("updates")
    void upstream_says_the_same_of(Json update) {
        var current = pod(update.objectAt("current").toText());
        var wanted = pod(update.objectAt("wanted").toText());
        assertThatThrownBy(() -> update(wanted, current))
                .hasMessageEndingWith(
                        "Pod \"x\" is invalid: " + update.textAt("words").orElseThrow());
    }

    @Test
    void images_deadlines_and_more_tolerations_may_change() {
        var newer = PLAIN.spec().containers().getFirst().withImage("busybox:1.37");
        assertAllowed(
                PLAIN,
                spec -> spec.containers(List.of(newer))
                        .activeDeadlineSeconds(60)
                        .addTolerations(toleration -> toleration.operator("Exists")));
    }

    @Test
    void an_update_that_shows_only_differences_in_spelling_is_none() {
        var current = pod("""
            {"containers": [{"name": "main", "image": "busybox:1.36",
              "resources": {"limits": {"cpu": "1"}}}]}
            """);
        var wanted = pod("""
            {"containers": [{"name": "main", "image": "busybox:1.36", "env": [],
              "resources": {"limits": {"cpu": "1000m"}}}]}
            """);
        assertThatCode(() -> update(wanted, current)).doesNotThrowAnyException();
    }

    @Test
    void a_gated_pod_may_lose_gates_and_be_narrowed_down() {
        assertAllowed(
                GATED,
                spec -> spec.schedulingGates(GATED.spec().schedulingGates().subList(0, 1))
                        .putNodeSelector("zone", "a")
                        .affinity(it -> it.nodeAffinity(NodeAffinity.EMPTY)));
    }

    @Test
    void a_pod_without_gates_may_not_be_narrowed_down() {
        assertThatThrownBy(() -> update(PLAIN.withSpec(it -> it.putNodeSelector("a", "b")), PLAIN))
                .hasMessageContaining("pod updates may not change fields other than")
                .hasMessageEndingWith("""
                    - "NodeSelector": null,
                    + "NodeSelector": {
                    +  "a": "b"
                    + },
                      "ServiceAccountName": "",
                      "AutomountServiceAccountToken": null,
                      "NodeName": "",
                    """);
    }

    @Test
    void a_negative_grace_period_is_a_second() {
        var negative = PLAIN.withSpec(spec -> spec.terminationGracePeriodSeconds(-5));
        assertThat(PodStrategy.STRATEGY.defaulted(negative).spec().terminationGracePeriodSeconds())
                .contains(1L);
        assertThatCode(() -> update(PodStrategy.STRATEGY.defaulted(negative), negative))
                .doesNotThrowAnyException();
    }

    private static void assertAllowed(Pod current, Consumer<PodSpec.Builder> change) {
        assertThatCode(() -> update(current.withSpec(change), current)).doesNotThrowAnyException();
    }

    private static void update(Pod wanted, Pod current) {
        var errors = new FieldErrors();
        PodStrategy.STRATEGY.validateUpdate(wanted, current, errors);
        errors.throwIfAny(Pod.PODS, wanted.name());
    }

    private static Pod pod(String spec) {
        var text = "{\"metadata\": {\"name\": \"x\", \"namespace\": \"default\"}, \"spec\": %s}";
        var pod = Pod.PODS.decodeJson(text.formatted(spec).getBytes(StandardCharsets.UTF_8));
        return PodStrategy.STRATEGY.defaulted(pod);
    }

    private static Stream<Named<Json>> updates() {
        try (var in = PodUpdateValidationTest.class.getResourceAsStream("pod-updates.jsonl")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(Json::parse)
                    .map(update -> Named.of(update.textAt("name").orElseThrow(), update));
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }
}
