package dev.kcm.apiserver.strategy.apps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.model.apps.v1.DaemonSet;
import dev.kcm.model.apps.v1.DaemonSetSpec;
import dev.kcm.model.value.IntOrString;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The words are those of a real API server.
class DaemonSetStrategyTest {
    private static final Strategy<DaemonSet> STRATEGY = DaemonSetStrategy.STRATEGY;
    private static final String TEMPLATE_GENERATION = "deprecated.daemonset.template.generation";

    @Test
    void a_new_one_has_the_first_template() {
        assertThat(templateGeneration(STRATEGY.preparedForCreate(set(_ -> {})))).isEqualTo("1");
        var restored = set(_ -> {}).withMetadata(it -> it.putAnnotations(TEMPLATE_GENERATION, "7"));
        assertThat(templateGeneration(STRATEGY.preparedForCreate(restored))).isEqualTo("7");
    }

    @Test
    void each_change_of_the_template_is_counted_and_nothing_else_is() {
        var first = STRATEGY.preparedForCreate(set(_ -> {}));
        var forged = first.withMetadata(it -> it.putAnnotations(TEMPLATE_GENERATION, "5"));
        var patient = first.withSpec(it -> it.minReadySeconds(3));
        var image = first.withSpec(it -> it.template(first.spec()
                .template()
                .withSpec(pod -> pod.addContainers(one -> one.name("second").image("busybox")))));

        assertThat(templateGeneration(STRATEGY.preparedForUpdate(forged, first)))
                .isEqualTo("1");
        assertThat(templateGeneration(STRATEGY.preparedForStatusUpdate(forged, first)))
                .isEqualTo("1");
        assertThat(templateGeneration(STRATEGY.preparedForUpdate(patient, first)))
                .isEqualTo("1");
        assertThat(templateGeneration(STRATEGY.preparedForUpdate(image, first))).isEqualTo("2");
    }

    @Test
    void a_plain_one_is_valid() {
        assertThatCode(() -> create(set(_ -> {}))).doesNotThrowAnyException();
        assertThatCode(() -> create(limited("0", "10%"))).doesNotThrowAnyException();
        assertThatCode(() -> create(set(it -> it.updateStrategy(one -> one.type("OnDelete")))))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1|1|spec.updateStrategy.rollingUpdate.maxSurge: Invalid value: 1: may not be set when maxUnavailable"
                        + " is non-zero",
                "0|0%|spec.updateStrategy.rollingUpdate.maxUnavailable: Required value: cannot be 0 when maxSurge is 0",
                "101%|0|spec.updateStrategy.rollingUpdate.maxUnavailable: Invalid value: \"101%\": must not be greater"
                        + " than 100%",
                "-1|0|spec.updateStrategy.rollingUpdate.maxUnavailable: Invalid value: -1: must be greater than or"
                        + " equal to 0",
                "some|1|spec.updateStrategy.rollingUpdate.maxUnavailable: Invalid value: \"some\": a valid percent"
                        + " string must be a numeric string followed by an ending '%'",
            })
    void limits_of_an_update_are_refused_in_upstreams_words(String unavailable, String surge, String words) {
        assertThatThrownBy(() -> create(limited(unavailable, surge))).hasMessageContaining(words);
    }

    @Test
    void what_makes_no_sense_is_refused() {
        assertThatThrownBy(() -> create(set(it -> it.revisionHistoryLimit(-1))))
                .hasMessageContaining("spec.revisionHistoryLimit: Invalid value: -1");
        assertThatThrownBy(() -> create(set(it -> it.minReadySeconds(-1))))
                .hasMessageContaining("spec.minReadySeconds: Invalid value: -1");
        var brief = set(_ -> {});
        assertThatThrownBy(() -> create(brief.withSpec(
                        it -> it.template(brief.spec().template().withSpec(pod -> pod.activeDeadlineSeconds(3))))))
                .hasMessageContaining("activeDeadlineSeconds in DaemonSet is not Supported");
    }

    private static String templateGeneration(DaemonSet set) {
        return set.annotations().getOrDefault(TEMPLATE_GENERATION, "");
    }

    private static DaemonSet limited(String unavailable, String surge) {
        return set(it -> it.updateStrategy(one -> one.type("RollingUpdate")
                .rollingUpdate(
                        rolling -> rolling.maxUnavailable(limit(unavailable)).maxSurge(limit(surge)))));
    }

    private static IntOrString limit(String text) {
        return text.matches("-?[0-9]+") ? IntOrString.of(Integer.parseInt(text)) : IntOrString.of(text);
    }

    private static DaemonSet set(Consumer<DaemonSetSpec.Builder> more) {
        return DaemonSet.builder()
                .metadata(it -> it.namespace("default").name("agent"))
                .spec(it -> {
                    it.selector(one -> one.putMatchLabels("app", "agent"))
                            .template(template -> template.metadata(meta -> meta.putLabels("app", "agent"))
                                    .spec(pod -> pod.addContainers(
                                            one -> one.name("main").image("busybox"))));
                    more.accept(it);
                })
                .build();
    }

    private static void create(DaemonSet set) {
        var errors = new FieldErrors();
        STRATEGY.validate(STRATEGY.preparedForCreate(STRATEGY.defaulted(set)), errors);
        errors.throwIfAny(DaemonSet.DAEMON_SETS, set.name());
    }
}
