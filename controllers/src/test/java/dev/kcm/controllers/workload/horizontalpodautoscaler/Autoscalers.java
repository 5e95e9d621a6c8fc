package dev.kcm.controllers.workload.horizontalpodautoscaler;

import dev.kcm.model.autoscaling.v2.HorizontalPodAutoscaler;
import dev.kcm.model.autoscaling.v2.HorizontalPodAutoscalerSpec;
import dev.kcm.model.autoscaling.v2.MetricSpec;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.value.Quantity;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Autoscalers, their metrics and the pods they are about.
final class Autoscalers {
    static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");
    static final Tolerance USUAL = new Tolerance(0.1, 0.1);

    private Autoscalers() {}

    /// For the Deployment of the same name, by the CPU of its pods unless told otherwise.
    static HorizontalPodAutoscaler autoscaler(int min, int max, Consumer<HorizontalPodAutoscalerSpec.Builder> more) {
        return HorizontalPodAutoscaler.builder()
                .metadata(it -> it.namespace("default").name("web").uid("uid-hpa"))
                .spec(it -> {
                    it.minReplicas(min)
                            .maxReplicas(max)
                            .scaleTargetRef(target -> target.apiVersion("apps/v1")
                                    .kind("Deployment")
                                    .name("web"));
                    more.accept(it);
                })
                .build();
    }

    static HorizontalPodAutoscaler autoscaler(int min, int max) {
        return autoscaler(min, max, it -> it.metrics(List.of(cpu(80))));
    }

    static MetricSpec cpu(int percent) {
        return MetricSpec.builder()
                .type("Resource")
                .resource(it -> it.name("cpu")
                        .target(target -> target.type("Utilization").averageUtilization(percent)))
                .build();
    }

    static MetricSpec external(String name, String value) {
        return MetricSpec.builder()
                .type("External")
                .external(it -> it.metric(metric -> metric.name(name))
                        .target(target -> target.type("Value").value(Quantity.parse(value))))
                .build();
    }

    /// A pod that asks for a CPU, started an hour ago and has been ready ever since.
    static LeanPod pod(String name) {
        return LeanPod.builder()
                .metadata(it ->
                        it.namespace("default").name(name).uid("uid-" + name).putLabels("app", "web"))
                .spec(it -> it.addContainers(container ->
                        container.name("main").resources(resources -> resources.putRequests("cpu", Quantity.of(1)))))
                .status(it -> it.phase("Running")
                        .startTime(NOW.minusSeconds(3600))
                        .addConditions(condition ->
                                condition.type("Ready").status("True").lastTransitionTime(NOW.minusSeconds(3600))))
                .build();
    }

    static List<LeanPod> pods(int count) {
        return IntStream.range(0, count).mapToObj(i -> pod("web-" + i)).toList();
    }

    static LeanPod readySince(LeanPod pod, Instant started, String ready, Instant turned) {
        return pod.withStatus(it -> it.startTime(started)
                .conditions(List.of())
                .addConditions(
                        condition -> condition.type("Ready").status(ready).lastTransitionTime(turned)));
    }

    static PodSample sample(long milliValue) {
        return new PodSample(milliValue, NOW.minusSeconds(10), Duration.ofSeconds(30));
    }

    /// `web-0`, `web-1`, … with these values in thousandths.
    static Map<String, PodSample> samples(long... milliValues) {
        return IntStream.range(0, milliValues.length)
                .boxed()
                .collect(Collectors.toMap(i -> "web-" + i, i -> sample(milliValues[i])));
    }

    static PodGroups.Timing timing() {
        return new PodGroups.Timing(Duration.ofMinutes(5), Duration.ofSeconds(30), NOW);
    }
}
