package dev.kcm.conformance.workload;

import static dev.kcm.testing.scenario.Actions.annotate;
import static dev.kcm.testing.scenario.Actions.scale;
import static dev.kcm.testing.scenario.Builders.deployment;
import static dev.kcm.testing.scenario.Builders.object;
import static dev.kcm.testing.scenario.Builders.replicaSet;
import static dev.kcm.testing.scenario.Builders.service;
import static dev.kcm.testing.scenario.Builders.statefulSet;
import static dev.kcm.testing.scenario.Faults.conflictOnce;
import static dev.kcm.testing.scenario.Faults.dropWatch;
import static dev.kcm.testing.scenario.Faults.forbidden;
import static dev.kcm.testing.scenario.Faults.refuse;
import static dev.kcm.testing.scenario.Faults.updateScale;
import static dev.kcm.testing.scenario.Locators.readyPodsOf;

import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.autoscaling.v2.HorizontalPodAutoscaler;
import dev.kcm.model.autoscaling.v2.HorizontalPodAutoscalerSpec;
import dev.kcm.model.autoscaling.v2.MetricSpec;
import dev.kcm.model.value.Quantity;
import dev.kcm.testing.junit.EmbeddedOnly;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.scenario.AnyObjectBuilder;
import dev.kcm.testing.scenario.DeploymentBuilder;
import dev.kcm.testing.scenario.Scenario;
import dev.kcm.testing.scenario.ServiceBuilder;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// Metrics come from annotations, which the embedded cluster and the real one's server of metrics both understand. An
/// autoscaler is evaluated every 15 seconds, for the first time 15 seconds after it was created.
@KubeScenario(
        controllers = {
            "horizontal-pod-autoscaler-controller",
            "deployment-controller",
            "replicaset-controller",
            "statefulset-controller"
        })
class HorizontalPodAutoscalerScenarioTest {
    private static final String QUEUE = "kcm.dev/metric.queue";

    /// Time for some evaluations, also after a restart.
    private static final Duration A_WHILE = Duration.ofSeconds(70);

    // ---- metrics of pods

    @Test
    void scales_up_by_the_cpu_of_its_pods(Scenario scenario) {
        scenario.given(busy("web", "1600m").replicas(2), autoscaler("web", 1, 4, it -> it.addMetrics(cpu(80))))
                .awaitQuiet()
                .advance(A_WHILE)
                .advance(A_WHILE)
                .awaitQuiet()
                .then(readyPodsOf("web"))
                .count(4)
                .then(autoscaler("web"))
                .status("currentReplicas", 4)
                .status("desiredReplicas", 4)
                .condition("AbleToScale", "True", "ReadyForNewScale")
                .condition("ScalingActive", "True", "ValidMetricFound")
                .condition("ScalingLimited", "True", "TooManyReplicas")
                .hasEvents("SuccessfulRescale");
    }

    @Test
    void leaves_alone_what_is_close_to_its_target(Scenario scenario) {
        scenario.given(busy("web", "850m").replicas(2), autoscaler("web", 1, 4, it -> it.addMetrics(cpu(80))))
                .awaitQuiet()
                .advance(A_WHILE)
                .advance(A_WHILE)
                .then(readyPodsOf("web"))
                .count(2)
                .then(autoscaler("web"))
                .status("desiredReplicas", 2)
                .condition("ScalingLimited", "False", "DesiredWithinRange");
    }

    @Test
    void pods_without_metrics_leave_it_where_it_is(Scenario scenario) {
        scenario.given(busy("web", "none").replicas(2), autoscaler("web", 1, 4, it -> it.addMetrics(cpu(80))))
                .awaitQuiet()
                .advance(A_WHILE)
                .then(readyPodsOf("web"))
                .count(2)
                .then(autoscaler("web"))
                .condition("AbleToScale", "True", "SucceededGetScale")
                .condition("ScalingActive", "False", "FailedGetResourceMetric")
                .hasEvents("FailedGetResourceMetric", "FailedComputeMetricsReplicas");
    }

    @Test
    void pods_that_asked_for_no_cpu_cannot_be_measured_against_it(Scenario scenario) {
        scenario.given(
                        deployment("web").replicas(2).podAnnotation("kcm.dev/cpu", "1"),
                        autoscaler("web", 1, 4, it -> it.addMetrics(cpu(80))))
                .awaitQuiet()
                .advance(A_WHILE)
                .then(autoscaler("web"))
                .condition("ScalingActive", "False", "FailedGetResourceMetric")
                .status("currentReplicas", 2);
    }

    @Test
    void scales_by_the_memory_of_one_container(Scenario scenario) {
        var memory = MetricSpec.builder()
                .type("ContainerResource")
                .containerResource(it -> it.name("memory")
                        .container("main")
                        .target(target -> target.type("AverageValue").averageValue(Quantity.parse("64Mi"))))
                .build();
        scenario.given(
                        deployment("web").replicas(1).podAnnotation("kcm.dev/memory.main", "192Mi"),
                        autoscaler("web", 1, 3, it -> it.addMetrics(memory)))
                .awaitQuiet()
                .advance(A_WHILE)
                .advance(A_WHILE)
                .awaitQuiet()
                .then(readyPodsOf("web"))
                .count(3)
                .then(autoscaler("web"))
                .has("status.currentMetrics[0].containerResource.current.averageValue", "192Mi");
    }

    @Test
    void scales_by_a_metric_of_its_pods(Scenario scenario) {
        var requests = MetricSpec.builder()
                .type("Pods")
                .pods(it -> it.metric(metric -> metric.name("requests"))
                        .target(target -> target.type("AverageValue").averageValue(Quantity.parse("10"))))
                .build();
        scenario.given(
                        deployment("web").replicas(1).podAnnotation("kcm.dev/metric.requests", "15"),
                        autoscaler("web", 1, 2, it -> it.addMetrics(requests)))
                .awaitQuiet()
                .advance(A_WHILE)
                .awaitQuiet()
                .then(readyPodsOf("web"))
                .count(2)
                .then(autoscaler("web"))
                .has("status.currentMetrics[0].pods.current.averageValue", "15");
    }

    // ---- metrics of objects

    @Test
    void scales_a_deployment_up_by_the_metric_of_an_object(Scenario scenario) {
        scenario.given(
                        queue("35"),
                        deployment("web").replicas(1),
                        autoscaler("web", 1, 5, it -> it.addMetrics(perPod("10"))))
                .awaitQuiet()
                .advance(A_WHILE)
                .awaitQuiet()
                .then(readyPodsOf("web"))
                .count(4)
                .then(autoscaler("web"))
                .status("desiredReplicas", 4)
                .has("status.currentMetrics[0].object.current.averageValue", "8750m")
                .hasEvents("SuccessfulRescale");
    }

    @Test
    void scales_a_replica_set_and_down_again_without_a_window(Scenario scenario) {
        scenario.given(
                        queue("35"),
                        replicaSet("web").replicas(1),
                        autoscaler(
                                "web",
                                1,
                                5,
                                targeting("ReplicaSet")
                                        .andThen(it -> it.addMetrics(perPod("10"))
                                                .behavior(rules ->
                                                        rules.scaleDown(down -> down.stabilizationWindowSeconds(0))))))
                .awaitQuiet()
                .advance(A_WHILE)
                .awaitQuiet()
                .then(readyPodsOf("web"))
                .count(4)
                .when(annotate(service("load"), QUEUE, "11"))
                .awaitQuiet()
                .advance(A_WHILE)
                .awaitQuiet()
                .then(readyPodsOf("web"))
                .count(2)
                .then(autoscaler("web"))
                .status("desiredReplicas", 2);
    }

    @Test
    void scales_a_stateful_set(Scenario scenario) {
        scenario.given(
                        queue("25"),
                        statefulSet("web").replicas(1),
                        autoscaler("web", 1, 5, targeting("StatefulSet").andThen(it -> it.addMetrics(perPod("10")))))
                .awaitQuiet()
                .advance(A_WHILE)
                .awaitQuiet()
                .then(readyPodsOf("web"))
                .count(3);
    }

    @Test
    @EmbeddedOnly("needs more than five minutes to pass")
    void scales_down_once_its_size_was_not_recommended_for_five_minutes(Scenario scenario) {
        scenario.given(
                        queue("35"),
                        deployment("web").replicas(1),
                        autoscaler("web", 1, 5, it -> it.addMetrics(perPod("10"))))
                .awaitQuiet()
                .advance(A_WHILE)
                .awaitQuiet()
                .when(annotate(service("load"), QUEUE, "5"))
                .awaitQuiet()
                .advance(Duration.ofMinutes(4))
                .then(readyPodsOf("web"))
                .count(4)
                .then(autoscaler("web"))
                .condition("AbleToScale", "True", "ScaleDownStabilized")
                .advance(Duration.ofMinutes(12))
                .awaitQuiet()
                .then(readyPodsOf("web"))
                .count(1)
                .then(autoscaler("web"))
                .status("desiredReplicas", 1)
                .condition("AbleToScale", "True", "ReadyForNewScale");
    }

    @Test
    @EmbeddedOnly("needs minutes to pass")
    void grows_no_faster_than_its_policies_allow(Scenario scenario) {
        scenario.fault(dropWatch(HorizontalPodAutoscaler.HORIZONTAL_POD_AUTOSCALERS)); // no crashes: they forget
        scenario.given(
                        queue("100"),
                        deployment("web").replicas(1),
                        autoscaler(
                                "web",
                                1,
                                10,
                                it -> it.addMetrics(perPod("10"))
                                        .behavior(rules -> rules.scaleUp(up -> up.addPolicies(policy ->
                                                policy.type("Pods").value(2).periodSeconds(60))))))
                .awaitQuiet()
                .advance(Duration.ofSeconds(20))
                .then(readyPodsOf("web"))
                .count(3)
                .then(autoscaler("web"))
                .condition("ScalingLimited", "True", "ScaleUpLimit")
                .advance(Duration.ofMinutes(15))
                .awaitQuiet()
                .then(readyPodsOf("web"))
                .count(10)
                .then(autoscaler("web"))
                .condition("ScalingLimited", "False", "DesiredWithinRange");
    }

    // ---- several metrics

    @Test
    void the_metric_that_asks_for_most_counts(Scenario scenario) {
        scenario.given(
                        queue("35"),
                        busy("web", "800m").replicas(1),
                        autoscaler("web", 1, 5, it -> it.addMetrics(cpu(80)).addMetrics(perPod("10"))))
                .awaitQuiet()
                .advance(A_WHILE)
                .advance(A_WHILE)
                .awaitQuiet()
                .then(readyPodsOf("web"))
                .count(4);
    }

    @Test
    void a_metric_that_fails_lets_another_scale_up(Scenario scenario) {
        scenario.given(
                        queue("35"),
                        deployment("web").replicas(1),
                        autoscaler(
                                "web",
                                1,
                                5,
                                it -> it.addMetrics(shared("missing", "10")).addMetrics(perPod("10"))))
                .awaitQuiet()
                .advance(A_WHILE)
                .awaitQuiet()
                .then(readyPodsOf("web"))
                .count(4)
                .then(autoscaler("web"))
                .condition("ScalingActive", "True", "ValidMetricFound")
                .hasEvents("FailedGetObjectMetric", "SuccessfulRescale");
    }

    @Test
    void a_metric_that_fails_keeps_another_from_scaling_down(Scenario scenario) {
        scenario.given(
                        queue("5"),
                        deployment("web").replicas(3),
                        autoscaler(
                                "web",
                                1,
                                5,
                                it -> it.addMetrics(shared("missing", "10"))
                                        .addMetrics(perPod("10"))
                                        .behavior(
                                                rules -> rules.scaleDown(down -> down.stabilizationWindowSeconds(0)))))
                .awaitQuiet()
                .advance(A_WHILE)
                .then(readyPodsOf("web"))
                .count(3)
                .then(autoscaler("web"))
                .condition("ScalingActive", "False", "FailedGetObjectMetric")
                .hasEvents("FailedGetObjectMetric", "FailedComputeMetricsReplicas");
    }

    // ---- bounds and targets

    @Test
    void a_target_outside_its_bounds_is_brought_there(Scenario scenario) {
        scenario.given(
                        queue("30"),
                        deployment("large").replicas(5),
                        deployment("small").replicas(1),
                        autoscaler(
                                "large",
                                1,
                                3,
                                it -> it.addMetrics(perPod("10"))
                                        .behavior(
                                                rules -> rules.scaleDown(down -> down.stabilizationWindowSeconds(0)))),
                        autoscaler("small", 3, 4, it -> it.addMetrics(perPod("10"))))
                .awaitQuiet()
                .advance(A_WHILE)
                .awaitQuiet()
                .then(readyPodsOf("large"))
                .count(3)
                .then(readyPodsOf("small"))
                .count(3);
    }

    @Test
    void a_target_at_zero_is_left_alone(Scenario scenario) {
        scenario.given(
                        queue("30"),
                        deployment("web").replicas(0),
                        autoscaler("web", 1, 3, it -> it.addMetrics(perPod("10"))))
                .awaitQuiet()
                .advance(A_WHILE)
                .then(readyPodsOf("web"))
                .none()
                .then(autoscaler("web"))
                .condition("ScalingActive", "False", "ScalingDisabled")
                .when(scale(deployment("web"), 1))
                .awaitQuiet()
                .advance(A_WHILE)
                .awaitQuiet()
                .then(readyPodsOf("web"))
                .count(3);
    }

    @Test
    void a_target_that_is_not_there_is_told_of(Scenario scenario) {
        scenario.given(autoscaler("web", 1, 3, it -> it.addMetrics(cpu(80))))
                .awaitQuiet()
                .advance(A_WHILE)
                .then(autoscaler("web"))
                .condition("AbleToScale", "False", "FailedGetScale")
                .hasEvents("FailedGetScale");
    }

    @Test
    void a_kind_that_nobody_serves_is_told_of(Scenario scenario) {
        scenario.given(autoscaler("web", 1, 3, targeting("Gadget").andThen(it -> it.addMetrics(cpu(80)))))
                .awaitQuiet()
                .advance(A_WHILE)
                .then(autoscaler("web"))
                .condition("AbleToScale", "False", "FailedGetScale");
    }

    @Test
    @EmbeddedOnly("upstream names the autoscalers in any order")
    void two_autoscalers_of_the_same_pods_both_stop(Scenario scenario) {
        scenario.fault(
                dropWatch(HorizontalPodAutoscaler.HORIZONTAL_POD_AUTOSCALERS)); // no crashes: either may be first
        scenario.given(
                        queue("30"),
                        deployment("web").replicas(3),
                        autoscaler("web", 1, 5, it -> it.addMetrics(perPod("10"))))
                .awaitQuiet()
                .advance(A_WHILE)
                .given(autoscaler("again", 1, 5, targeting("Deployment").andThen(it -> it.addMetrics(perPod("10")))))
                .awaitQuiet()
                .advance(A_WHILE)
                .then(autoscaler("web"))
                .condition("ScalingActive", "False", "AmbiguousSelector")
                .then(autoscaler("again"))
                .condition("ScalingActive", "False", "AmbiguousSelector");
    }

    // ---- faults

    @Test
    void a_scale_that_changed_meanwhile_is_read_again(Scenario scenario) {
        scenario.fault(conflictOnce(updateScale(Deployment.DEPLOYMENTS)));
        scenario.given(
                        queue("35"),
                        deployment("web").replicas(1),
                        autoscaler("web", 1, 5, it -> it.addMetrics(perPod("10"))))
                .awaitQuiet()
                .advance(Duration.ofSeconds(20))
                .then(readyPodsOf("web"))
                .count(4)
                .wasRefused("update deployments/scale x1");
    }

    @Test
    void a_scale_that_is_refused_is_tried_again_a_period_later(Scenario scenario) {
        scenario.fault(refuse(updateScale(Deployment.DEPLOYMENTS))
                .with(forbidden("not now"))
                .times(1));
        scenario.given(
                        queue("35"),
                        deployment("web").replicas(1),
                        autoscaler("web", 1, 5, it -> it.addMetrics(perPod("10"))))
                .awaitQuiet()
                .advance(Duration.ofSeconds(20))
                .then(readyPodsOf("web"))
                .count(1)
                .then(autoscaler("web"))
                .condition("AbleToScale", "False", "FailedUpdateScale")
                .hasEvents("FailedRescale")
                .advance(Duration.ofSeconds(15))
                .then(readyPodsOf("web"))
                .count(4);
    }

    @Test
    @EmbeddedOnly("needs more than five minutes to pass")
    void a_restart_begins_the_window_anew(Scenario scenario) {
        scenario.given(
                        queue("35"),
                        deployment("web").replicas(1),
                        autoscaler("web", 1, 5, it -> it.addMetrics(perPod("10"))))
                .awaitQuiet()
                .advance(A_WHILE)
                .when(annotate(service("load"), QUEUE, "5"))
                .awaitQuiet()
                .advance(Duration.ofMinutes(4));

        scenario.restart()
                .advance(Duration.ofMinutes(4))
                .then(readyPodsOf("web"))
                .count(4)
                .advance(Duration.ofMinutes(2))
                .then(readyPodsOf("web"))
                .count(1);
    }

    // ---- what the scenarios are about

    private static DeploymentBuilder busy(String name, String cpu) {
        return deployment(name)
                .template(template -> template.withSpec(template.spec()
                        .withContainers(template.spec().containers().stream()
                                .map(it -> it.withResources(
                                        resources -> resources.putRequests("cpu", Quantity.parse("1"))))
                                .toList())))
                .podAnnotation("kcm.dev/cpu", cpu);
    }

    /// A Service with a metric; no controller here has to do with it.
    private static ServiceBuilder queue(String value) {
        return service("load").annotation(QUEUE, value);
    }

    private static AnyObjectBuilder<HorizontalPodAutoscaler> autoscaler(String name) {
        return autoscaler(name, 1, 1, _ -> {});
    }

    private static AnyObjectBuilder<HorizontalPodAutoscaler> autoscaler(
            String name, int min, int max, Consumer<HorizontalPodAutoscalerSpec.Builder> more) {
        return object(HorizontalPodAutoscaler.builder()
                .metadata(it -> it.name(name))
                .spec(it -> {
                    it.minReplicas(min)
                            .maxReplicas(max)
                            .scaleTargetRef(target -> target.apiVersion("apps/v1")
                                    .kind("Deployment")
                                    .name(name));
                    more.accept(it);
                })
                .build());
    }

    private static Consumer<HorizontalPodAutoscalerSpec.Builder> targeting(String kind) {
        return it -> it.scaleTargetRef(
                target -> target.apiVersion("apps/v1").kind(kind).name("web"));
    }

    private static MetricSpec cpu(int percent) {
        return MetricSpec.builder()
                .type("Resource")
                .resource(it -> it.name("cpu")
                        .target(target -> target.type("Utilization").averageUtilization(percent)))
                .build();
    }

    private static MetricSpec perPod(String value) {
        return shared("queue", value);
    }

    private static MetricSpec shared(String metric, String perPod) {
        return MetricSpec.builder()
                .type("Object")
                .object(it -> it.describedObject(object ->
                                object.apiVersion("v1").kind("Service").name("load"))
                        .metric(one -> one.name(metric))
                        .target(target -> target.type("AverageValue").averageValue(Quantity.parse(perPod))))
                .build();
    }
}
