package dev.kcm.apiserver.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.model.core.v1.Pod;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodUsageTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    @Test
    void an_amount_is_divided_evenly() {
        var pod = running(Map.of("kcm.dev/cpu", "250m", "kcm.dev/memory", "64Mi"), "a", "b");

        assertThat(usage(pod, 0)).isEqualTo("a 125m 32Mi, b 125m 32Mi");
    }

    @Test
    void the_first_has_what_is_left_over() {
        var pod = running(Map.of("kcm.dev/cpu", "100m", "kcm.dev/memory", "100"), "a", "b", "c");

        assertThat(usage(pod, 0)).isEqualTo("a 33333334n 34, b 33333333n 33, c 33333333n 33");
    }

    @Test
    void a_container_may_have_its_own() {
        var pod = running(Map.of("kcm.dev/cpu", "200m", "kcm.dev/cpu.b", "1..3/10s"), "a", "b");

        assertThat(usage(pod, 5)).isEqualTo("a 100m 0, b 2 0");
    }

    @Test
    void a_curve_begins_with_the_pod() {
        var pod = running(Map.of("kcm.dev/cpu", "100m..800m/10m"), "a");

        assertThat(usage(pod, 0)).isEqualTo("a 100m 0");
        assertThat(usage(pod, 300)).isEqualTo("a 450m 0");
        assertThat(usage(pod, 3600)).isEqualTo("a 800m 0");
    }

    @Test
    void a_running_pod_without_annotations_uses_nothing() {
        assertThat(usage(running(Map.of(), "a"), 0)).isEqualTo("a 0 0");
    }

    @Test
    void a_sidecar_uses_what_its_own_annotation_says() {
        var pod = running(Map.of("kcm.dev/cpu", "200m", "kcm.dev/memory.log", "8Mi"), "a")
                .withSpec(spec -> spec.addInitContainers(
                                container -> container.name("log").restartPolicy("Always"))
                        .addInitContainers(container -> container.name("prepare")));

        assertThat(usage(pod, 0)).isEqualTo("a 200m 0, log 0 8Mi");
    }

    @ParameterizedTest
    @CsvSource({"kcm.dev/cpu", "kcm.dev/memory", "kcm.dev/cpu.a"})
    void a_pod_may_have_no_metrics(String annotation) {
        assertThat(usage(running(Map.of(annotation, "none"), "a"), 0)).isEqualTo("no metrics");
    }

    @ParameterizedTest
    @CsvSource({"Pending", "Succeeded", "Failed"})
    void only_pods_that_run_have_metrics(String phase) {
        var pod = running(Map.of("kcm.dev/cpu", "1"), "a").withStatus(status -> status.phase(phase));

        assertThat(usage(pod, 0)).isEqualTo("no metrics");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        kcm.dev/cpu      | lots       | "lots" is no quantity such as 250m or 64Mi
        kcm.dev/memory   | -1Mi       | "-1Mi" is negative
        kcm.dev/cpu      | 1..-1/5s   | "1..-1/5s" is negative
        kcm.dev/cpu.a    | 1..2       | "1..2" is no leg of a curve such as 100m..800m/10m
        kcm.dev/cpu.web  | 1          | there is no container "web"
        """)
    void what_cannot_be_read_is_an_error_that_names_it(String annotation, String value, String why) {
        var pod = running(Map.of(annotation, value), "a");

        assertThatThrownBy(() -> usage(pod, 0))
                .isInstanceOf(UnreadableAnnotationException.class)
                .hasMessageContaining("annotation %s of pod default/web-1 cannot be read: %s", annotation, why);
    }

    private static String usage(Pod pod, int seconds) {
        return new PodUsage(pod, START.plusSeconds(seconds))
                .containers()
                .map(containers -> containers.stream()
                        .map(container -> "%s %s %s"
                                .formatted(
                                        container.name(),
                                        container.usage().get("cpu"),
                                        container.usage().get("memory")))
                        .collect(Collectors.joining(", ")))
                .orElse("no metrics");
    }

    private static Pod running(Map<String, String> annotations, String... containers) {
        return Pod.builder()
                .metadata(m -> m.namespace("default").name("web-1").annotations(annotations))
                .spec(spec -> Arrays.stream(containers)
                        .forEach(name -> spec.addContainers(container -> container.name(name))))
                .status(status -> status.phase("Running").startTime(START))
                .build();
    }
}
