package dev.kcm.controllers.workload.horizontalpodautoscaler;

import static dev.kcm.controllers.workload.horizontalpodautoscaler.AutoscalerWorld.failure;
import static dev.kcm.controllers.workload.horizontalpodautoscaler.Autoscalers.autoscaler;
import static dev.kcm.controllers.workload.horizontalpodautoscaler.Autoscalers.cpu;
import static dev.kcm.controllers.workload.horizontalpodautoscaler.Autoscalers.external;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.metrics.Sample;
import dev.kcm.model.autoscaling.v1.Scale;
import dev.kcm.model.autoscaling.v2.HorizontalPodAutoscaler;
import dev.kcm.model.autoscaling.v2.HorizontalPodAutoscalerStatus;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.value.Quantity;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Whole syncs: what is decided, written and told, one after the other.
class AutoscalerSyncTest {
    private static final Duration PERIOD = Duration.ofSeconds(15);
    private static final String EXTERNAL_PATH = "/apis/external.metrics.k8s.io/v1beta1/namespaces/default/queue";

    @Test
    void a_busy_target_is_scaled_up_and_told_of() {
        var world = new AutoscalerWorld(autoscaler(1, 10), 2).cpu(1600, 1600).sync();

        assertThat(world.replicas()).isEqualTo(4);
        assertThat(world.events())
                .containsExactly("SuccessfulRescale: New size: 4; reason: cpu resource utilization (percentage of"
                        + " request) above target");
        assertThat(world.condition("AbleToScale")).isEqualTo("True SucceededRescale");
        assertThat(world.condition("ScalingActive")).isEqualTo("True ValidMetricFound");
        assertThat(world.condition("ScalingLimited")).isEqualTo("False DesiredWithinRange");
        var status = world.autoscaler().status();
        assertThat(status.currentReplicas()).isEqualTo(2);
        assertThat(status.desiredReplicas()).isEqualTo(4);
        assertThat(status.lastScaleTime()).contains(Autoscalers.NOW);
        assertThat(status.observedGeneration()).isEmpty();
        var current =
                status.currentMetrics().getFirst().resource().orElseThrow().current();
        assertThat(current.averageUtilization()).contains(160);
        assertThat(current.averageValue()).contains(Quantity.parse("1600m"));
        assertThat(world.wakesIn()).contains(PERIOD);
        assertThat(world.why())
                .isEqualTo("scales from 2 to 4: cpu resource utilization (percentage of request) asks for 4");
    }

    @Test
    void an_unchanged_status_is_not_written() {
        var world = new AutoscalerWorld(autoscaler(1, 10), 2).cpu(800, 800).sync();
        var version = world.autoscaler().resourceVersion();

        world.after(PERIOD).sync();

        assertThat(world.autoscaler().resourceVersion()).isEqualTo(version);
        assertThat(world.condition("AbleToScale")).isEqualTo("True ReadyForNewScale");
        assertThat(world.why()).isEqualTo("stays at 2: cpu resource utilization (percentage of request) asks for 2");
    }

    @Test
    void an_idle_target_is_scaled_down_once_its_size_was_not_recommended_for_five_minutes() {
        var world = new AutoscalerWorld(autoscaler(1, 10), 4)
                .cpu(100, 100, 100, 100)
                .sync();

        assertThat(world.replicas()).isEqualTo(4);
        assertThat(world.condition("AbleToScale")).isEqualTo("True ScaleDownStabilized");
        assertThat(world.after(Duration.ofMinutes(5)).sync().replicas()).isEqualTo(4);
        assertThat(world.after(PERIOD).sync().replicas()).isEqualTo(1);
        assertThat(world.events()).containsExactly("SuccessfulRescale: New size: 1; reason: All metrics below target");
    }

    @Test
    void a_restart_forgets_what_was_recommended_but_not_the_present_size() {
        var world = new AutoscalerWorld(autoscaler(1, 10), 4)
                .cpu(100, 100, 100, 100)
                .sync();

        world.after(Duration.ofMinutes(4)).restarted().sync();

        assertThat(world.after(Duration.ofMinutes(4)).sync().replicas()).isEqualTo(4);
        assertThat(world.after(Duration.ofMinutes(1)).sync().replicas()).isEqualTo(4);
        assertThat(world.after(PERIOD).sync().replicas()).isEqualTo(1);
    }

    @Test
    void a_target_outside_its_bounds_goes_there_at_once_without_any_metric() {
        var above = new AutoscalerWorld(autoscaler(1, 3), 5).sync();
        assertThat(above.replicas()).isEqualTo(3);
        assertThat(above.events())
                .containsExactly("SuccessfulRescale: New size: 3; reason: Current number of replicas above"
                        + " Spec.MaxReplicas");
        assertThat(above.server().asked).isEmpty();
        assertThat(above.condition("ScalingActive")).isEmpty();

        var below = new AutoscalerWorld(autoscaler(4, 9), 2).sync();
        assertThat(below.replicas()).isEqualTo(4);
        assertThat(below.events())
                .containsExactly("SuccessfulRescale: New size: 4; reason: Current number of replicas below"
                        + " Spec.MinReplicas");
    }

    @Test
    void a_target_at_zero_is_left_alone() {
        var world = new AutoscalerWorld(autoscaler(1, 3), 0).sync();

        assertThat(world.replicas()).isZero();
        assertThat(world.condition("ScalingActive")).isEqualTo("False ScalingDisabled");
        assertThat(world.condition("AbleToScale")).isEqualTo("True SucceededGetScale");
        assertThat(world.why()).isEqualTo("waits for somebody to scale its target up from zero");
    }

    // ---- metrics that fail

    @Test
    void without_metrics_nothing_is_scaled_and_everybody_is_told() {
        var world = new AutoscalerWorld(autoscaler(1, 10), 2).sync();
        var error = "failed to get cpu utilization: unable to get metrics for resource cpu: no metrics returned from"
                + " resource metrics API";

        assertThat(world.events())
                .containsExactly(
                        "FailedGetResourceMetric: " + error,
                        "FailedComputeMetricsReplicas: invalid metrics (1 invalid out of 1), first error is: failed to"
                                + " get cpu resource metric value: " + error);
        assertThat(world.condition("ScalingActive")).isEqualTo("False FailedGetResourceMetric");
        assertThat(world.condition("AbleToScale")).isEqualTo("True SucceededGetScale");
        assertThat(world.autoscaler().status().conditions().getLast().message())
                .isEqualTo("the HPA was unable to compute the replica count: " + error);
        assertThat(world.autoscaler().status().currentMetrics()).hasSize(1);
        assertThat(world.wakesIn()).contains(PERIOD);
        assertThat(world.why()).startsWith("waits for metrics: invalid metrics (1 invalid out of 1)");
    }

    @Test
    void a_server_of_metrics_that_is_not_there_is_told_of_in_upstreams_words() {
        var world = new AutoscalerWorld(autoscaler(1, 10), 2);
        world.server().down = Optional.of(failure(404, "", "GET …: the server answered 404"));

        assertThat(world.sync().events().getFirst())
                .endsWith("unable to fetch metrics from resource metrics API: the server could not find the requested"
                        + " resource (get pods.metrics.k8s.io)");
    }

    @Test
    void one_metric_that_fails_lets_the_other_scale_up_but_the_failure_is_told() {
        var two = autoscaler(1, 10, it -> it.metrics(List.of(external("queue", "10"), cpu(80))));
        var world = new AutoscalerWorld(two, 2).cpu(1600, 1600).sync();

        assertThat(world.replicas()).isEqualTo(4);
        assertThat(world.condition("ScalingActive")).isEqualTo("True ValidMetricFound");
        assertThat(world.events().getFirst())
                .isEqualTo("FailedGetExternalMetric: unable to get external metric default/queue/nil: unable to fetch"
                        + " metrics from external metrics API: the server could not find the requested resource (get"
                        + " queue.external.metrics.k8s.io)");
        assertThat(world.events()).hasSize(2);
    }

    @Test
    void one_metric_that_fails_keeps_the_other_from_scaling_down() {
        var two = autoscaler(1, 10, it -> it.metrics(List.of(external("queue", "10"), cpu(80))));
        var world = new AutoscalerWorld(two, 4).cpu(1, 1, 1, 1).sync().after(Duration.ofMinutes(6));

        assertThat(world.sync().replicas()).isEqualTo(4);
        assertThat(world.condition("ScalingActive")).isEqualTo("False FailedGetExternalMetric");
        assertThat(world.autoscaler().status().currentMetrics().getFirst().type())
                .isEmpty();
    }

    @Test
    void a_pod_that_asked_for_nothing_fails_the_metric() {
        var world = new AutoscalerWorld(autoscaler(1, 10), 2).cpu(100, 100);
        world.put(
                LeanPod.PODS,
                Autoscalers.pod("web-1")
                        .withSpec(it -> it.containers(List.of()).addContainers(one -> one.name("main"))));

        assertThat(world.sync().events().getFirst())
                .isEqualTo("FailedGetResourceMetric: failed to get cpu utilization: missing request for cpu in"
                        + " container main of Pod web-1");
    }

    // ---- the target

    @Test
    void a_target_that_is_not_there_is_told_of() {
        var gone = autoscaler(1, 10)
                .withSpec(it -> it.scaleTargetRef(target ->
                        target.apiVersion("apps/v1").kind("Deployment").name("other")));
        var world = new AutoscalerWorld(gone, 2).sync();

        assertThat(world.events()).containsExactly("FailedGetScale: deployments.apps \"other\" not found");
        assertThat(world.condition("AbleToScale")).isEqualTo("False FailedGetScale");
        assertThat(world.autoscaler().status().conditions().getFirst().message())
                .isEqualTo("the HPA controller was unable to get the target's current scale: deployments.apps"
                        + " \"other\" not found");
        assertThat(world.why()).isEqualTo("waits for its target's scale: deployments.apps \"other\" not found");
    }

    @Test
    void a_scale_that_the_server_refuses_is_tried_again_a_period_later() {
        var world = new AutoscalerWorld(autoscaler(1, 10), 2)
                .cpu(1600, 1600)
                .refusing(failure(403, "Forbidden", "no"))
                .sync();

        assertThat(world.events())
                .containsExactly("FailedRescale: New size: 4; reason: cpu resource utilization (percentage of request)"
                        + " above target; error: no");
        assertThat(world.condition("AbleToScale")).isEqualTo("False FailedUpdateScale");
        assertThat(world.autoscaler().status().desiredReplicas()).isZero();
        assertThat(world.accepting().after(PERIOD).sync().replicas()).isEqualTo(4);
        assertThat(world.condition("AbleToScale")).isEqualTo("True SucceededRescale");
    }

    @Test
    void a_target_that_changed_meanwhile_is_read_from_the_server_and_decided_about_again() {
        var world = new AutoscalerWorld(autoscaler(1, 10), 2)
                .cpu(1600, 1600)
                .refusing(failure(409, "Conflict", "changed"))
                .sync();

        assertThat(world.events()).isEmpty();
        assertThat(world.wakesIn()).contains(Duration.ofMillis(10));
        world.accepting().after(Duration.ofMillis(10)).sync();
        assertThat(world.server().asked).contains("/apis/apps/v1/namespaces/default/deployments/web/scale");
    }

    @Test
    void a_target_that_keeps_changing_is_given_up_after_five_tries() {
        var world =
                new AutoscalerWorld(autoscaler(1, 10), 2).cpu(1600, 1600).refusing(failure(409, "Conflict", "changed"));
        world.server()
                .scales
                .put(
                        "/apis/apps/v1/namespaces/default/deployments/web",
                        Scale.builder()
                                .metadata(it -> it.namespace("default").name("web"))
                                .spec(it -> it.replicas(2))
                                .status(it -> it.replicas(2).selector("app=web"))
                                .build());
        for (int i = 0; i < 4; i++) {
            assertThat(world.sync().events()).isEmpty();
        }

        assertThat(world.sync().events().getFirst())
                .startsWith("FailedRescale: New size: 4")
                .endsWith("changed");
        assertThat(world.wakesIn()).contains(PERIOD);
        assertThat(world.sync().events()).isEmpty();
    }

    // ---- zero

    @Test
    void with_the_gate_a_target_goes_to_zero_and_back() {
        var zero = autoscaler(0, 5, it -> it.metrics(List.of(external("queue", "10"))));
        var world = new AutoscalerWorld(zero, 1).with("HPAScaleToZero", true).document(EXTERNAL_PATH, values("0"));

        world.sync().after(Duration.ofMinutes(5).plus(PERIOD)).sync();
        assertThat(world.replicas()).isZero();
        assertThat(world.condition("ScaledToZero")).isEqualTo("True ScaledToZero");
        world.after(PERIOD).document(EXTERNAL_PATH, values("25")).sync();
        assertThat(world.replicas()).isEqualTo(3);
        assertThat(world.condition("ScaledToZero")).isEqualTo("False NotScaledToZero");
    }

    @Test
    void with_the_gate_a_zero_set_by_hand_still_switches_scaling_off() {
        var zero = autoscaler(0, 5, it -> it.metrics(List.of(external("queue", "10"))));
        var world = new AutoscalerWorld(zero, 0).with("HPAScaleToZero", true).document(EXTERNAL_PATH, values("25"));

        assertThat(world.sync().replicas()).isZero();
        assertThat(world.condition("ScalingActive")).isEqualTo("False ScalingDisabled");
    }

    @Test
    void a_minimum_raised_while_at_zero_is_gone_to() {
        var zero = autoscaler(2, 5, it -> it.metrics(List.of(external("queue", "10"))))
                .withStatus(scaledToZero());
        var world = new AutoscalerWorld(zero, 0).with("HPAScaleToZero", true).document(EXTERNAL_PATH, values("0"));

        assertThat(world.sync().replicas()).isEqualTo(2);
        assertThat(world.events().getLast())
                .isEqualTo("SuccessfulRescale: New size: 2; reason: Current number of replicas below Spec.MinReplicas");
    }

    @Test
    void without_the_gate_the_condition_goes() {
        var world = new AutoscalerWorld(autoscaler(1, 5).withStatus(scaledToZero()), 0).sync();

        assertThat(world.condition("ScaledToZero")).isEmpty();
        assertThat(world.condition("ScalingActive")).isEqualTo("False ScalingDisabled");
    }

    private static HorizontalPodAutoscalerStatus scaledToZero() {
        return HorizontalPodAutoscalerStatus.builder()
                .addConditions(it -> it.type("ScaledToZero").status("True").reason("ScaledToZero"))
                .build();
    }

    // ---- others

    @Test
    void a_tolerance_of_its_own_counts_with_the_gate() {
        var own = autoscaler(
                1,
                10,
                it -> it.metrics(List.of(cpu(80)))
                        .behavior(behavior -> behavior.scaleUp(up -> up.tolerance(Quantity.parse("0.5")))));
        assertThat(new AutoscalerWorld(own, 2).cpu(1000, 1000).sync().replicas())
                .isEqualTo(2);
        assertThat(new AutoscalerWorld(own, 2)
                        .with("HPAConfigurableTolerance", false)
                        .cpu(1000, 1000)
                        .sync()
                        .replicas())
                .isEqualTo(3);
    }

    @Test
    void two_autoscalers_of_the_same_pods_both_stop() {
        var world = new AutoscalerWorld(autoscaler(1, 10), 2).cpu(800, 800).sync();
        var other = autoscaler(1, 10).withMetadata(it -> it.name("other"));
        world.put(HorizontalPodAutoscaler.HORIZONTAL_POD_AUTOSCALERS, other);

        var seen = world.observed(other.key());

        assertThat(Decision.of(seen).warnings().getFirst())
                .isEqualTo(new Decision.Warning(
                        "AmbiguousSelector",
                        "pods by selector app=web are controlled by multiple HPAs: [{other default} {web default}]"));
        assertThat(Decision.of(seen).end()).isEqualTo(Decision.End.NO_PROPOSAL);
        world.sync(other.key());
        assertThat(world.after(PERIOD).sync().condition("ScalingActive")).isEqualTo("False AmbiguousSelector");
    }

    @Test
    void several_autoscalers_of_a_namespace_share_one_list_of_what_its_pods_use() {
        var world = new AutoscalerWorld(autoscaler(1, 10), 2).cpu(800, 800).sync();
        assertThat(world.server().asked)
                .containsExactly("/apis/metrics.k8s.io/v1beta1/namespaces/default/pods?app=web");
        var other = autoscaler(1, 10)
                .withMetadata(it -> it.name("other"))
                .withSpec(it -> it.scaleTargetRef(target ->
                        target.apiVersion("apps/v1").kind("Deployment").name("other")));
        world.put(HorizontalPodAutoscaler.HORIZONTAL_POD_AUTOSCALERS, other);
        world.target("other");
        world.server().asked.clear();

        var _ = world.observed(other.key());

        assertThat(world.server().asked).containsExactly("/apis/metrics.k8s.io/v1beta1/namespaces/default/pods");
    }

    @Test
    void metrics_have_upstreams_names_and_labels() {
        var world = new AutoscalerWorld(autoscaler(1, 10), 2).cpu(1600, 1600).sync();

        assertThat(sample(world, "horizontal_pod_autoscaler_controller_reconciliations_total", "scale_up", "none"))
                .isEqualTo(new Sample.Number(1));
        assertThat(sample(
                        world,
                        "horizontal_pod_autoscaler_controller_metric_computation_total",
                        "scale_up",
                        "none",
                        "Resource"))
                .isEqualTo(new Sample.Number(1));
        assertThat(sample(world, "horizontal_pod_autoscaler_controller_desired_replicas", "default", "web"))
                .isEqualTo(new Sample.Number(4));
        assertThat(sample(world, "horizontal_pod_autoscaler_controller_num_horizontal_pod_autoscalers"))
                .isEqualTo(new Sample.Number(1));
    }

    private static Sample.Value sample(AutoscalerWorld world, String name, String... labels) {
        return world.metrics().families().stream()
                .filter(family -> family.head().name().equals(name))
                .flatMap(family -> family.samples().stream())
                .filter(sample -> sample.labels().equals(List.of(labels)))
                .findFirst()
                .orElseThrow()
                .value();
    }

    private static String values(String value) {
        return """
            {"kind":"ExternalMetricValueList","items":[{"metricName":"queue","metricLabels":{},"timestamp":"%s",\
            "value":"%s"}]}\
            """.formatted(Autoscalers.NOW, value);
    }
}
