package dev.kcm.controllers.node.tainteviction;

import static dev.kcm.runtime.testing.PlanAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.flags.FlagValues;
import dev.kcm.base.gates.FeatureGates;
import dev.kcm.base.metrics.Counter;
import dev.kcm.base.metrics.Family;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.base.metrics.Sample;
import dev.kcm.controllers.shared.nodes.Tolerations;
import dev.kcm.model.core.v1.Taint;
import dev.kcm.model.core.v1.Toleration;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.json.Json;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.lean.LeanPodCondition;
import dev.kcm.model.meta.v1.Status;
import dev.kcm.runtime.controller.Settings;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import dev.kcm.runtime.testing.Planned;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TaintEvictionDecisionTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final FeatureGates GATES = FeatureGates.of(Map.of(Tolerations.COMPARISON_GATE, false));
    private static final Taint LEAK = taint("leak");
    private static final Taint FIRE = taint("fire");
    private static final String MARK = "TaintManagerEviction: Marking for deletion Pod shop/web";
    private static final String CANCEL = "TaintManagerEviction: Cancelling deletion of Pod shop/web";

    private final Metrics metrics = new Metrics();
    private final TaintEvictionController controller = new TaintEvictionController(
            new Settings(Settings.Options.of(FlagValues.DEFAULTS, GATES), null, null, metrics, ""));

    @Test
    void who_does_not_tolerate_a_taint_goes_at_once() {
        var plan = decide(pod(tolerating(LEAK, 60)), LEAK, FIRE);
        assertThat(plan)
                .plans("record event TaintManagerEviction", "patch pods/status shop/web", "delete pods shop/web")
                .because("it does not tolerate taint fire:NoExecute")
                .waitsForAChange();
        assertThat(events(plan)).containsExactly(MARK);
    }

    @Test
    void the_condition_says_why_in_upstreams_words() {
        var running = LeanPodCondition.builder().type("Ready").status("True").build();
        var pod = pod().withStatus(status -> status.addConditions(running));
        var patch = Planned.in(decide(pod, LEAK)).patches().getFirst();
        var json = Json.parse(new String(patch.patch().toByteArray(), StandardCharsets.UTF_8));
        assertThat(json).isEqualTo(Json.parse("""
            {"metadata":{"uid":"uid"},
             "status":{"conditions":[{"type":"DisruptionTarget","observedGeneration":3,"status":"True",
                "lastProbeTime":null,"lastTransitionTime":"2026-01-01T00:00:00Z",
                "reason":"DeletionByTaintManager","message":"Taint manager: deleting due to NoExecute taint"}],
              "$setElementOrder/conditions":[{"type":"Ready"},{"type":"DisruptionTarget"}]}}\
            """));
    }

    @Test
    void what_was_done_before_is_not_done_again() {
        var marked = LeanPodCondition.builder()
                .type("DisruptionTarget")
                .status("True")
                .reason("DeletionByTaintManager")
                .build();
        var pod = pod().withStatus(status -> status.addConditions(marked));
        assertThat(decide(pod, LEAK)).plans("record event TaintManagerEviction", "delete pods shop/web");
        var going = pod.withMetadata(it -> it.deletionTimestamp(NOW));
        assertThat(decide(going, LEAK)).plans("record event TaintManagerEviction");
    }

    @Test
    void the_least_patient_toleration_counts() {
        assertThat(decide(pod(tolerating(LEAK, 60), tolerating(FIRE, 20)), LEAK, FIRE))
                .plansNothing()
                .because("it tolerates taint leak:NoExecute, fire:NoExecute for 20 s, and is to go at"
                        + " 2026-01-01T00:00:20Z")
                .wakesIn(Duration.ofSeconds(20));
    }

    @Test
    void no_time_and_less_are_at_once() {
        assertThat(decide(pod(tolerating(LEAK, 0)), LEAK))
                .plans("record event TaintManagerEviction", "patch pods/status shop/web", "delete pods shop/web");
        assertThat(decide(pod(tolerating(LEAK, -5)), LEAK))
                .plans("record event TaintManagerEviction", "patch pods/status shop/web", "delete pods shop/web");
    }

    @Test
    void who_tolerates_for_ever_stays() {
        var patient = Toleration.builder().operator("Exists").build();
        assertThat(decide(pod(patient), LEAK)).plansNothing().waitsForAChange();
        assertThat(decide(pod(tolerating(LEAK, Long.MAX_VALUE)), LEAK))
                .plansNothing()
                .waitsForAChange();
    }

    @Test
    void a_running_time_is_neither_shortened_nor_lengthened() {
        var scheduled = new Eviction("uid", NOW.plusSeconds(30), false);
        assertThat(decide(pod(tolerating(LEAK, 5)), scheduled, LEAK))
                .plansNothing()
                .wakesIn(Duration.ofSeconds(30));
        assertThat(decide(pod(tolerating(LEAK, 0)), scheduled, LEAK))
                .plansNothing()
                .wakesIn(Duration.ofSeconds(30));
        assertThat(decide(pod(tolerating(LEAK, 600)), scheduled, LEAK))
                .plansNothing()
                .wakesIn(Duration.ofSeconds(30));
    }

    @Test
    void when_its_time_is_over_it_goes() {
        var plan = decide(pod(tolerating(LEAK, 600)), new Eviction("uid", NOW, false), LEAK);
        assertThat(plan)
                .plans("record event TaintManagerEviction", "patch pods/status shop/web", "delete pods shop/web");
        assertThat(events(plan)).containsExactly(MARK);
    }

    @Test
    void a_taint_that_goes_or_is_tolerated_after_all_calls_it_off() {
        var scheduled = new Eviction("uid", NOW.plusSeconds(30), false);
        assertThat(events(decide(pod(tolerating(LEAK, 60)), scheduled))).containsExactly(CANCEL);
        var patient = Toleration.builder().operator("Exists").build();
        assertThat(events(decide(pod(patient), scheduled, LEAK))).containsExactly(CANCEL);
    }

    @Test
    void a_taint_that_is_not_tolerated_does_not_wait_for_another_whose_time_runs() {
        var scheduled = new Eviction("uid", NOW.plusSeconds(30), false);
        var plan = decide(pod(tolerating(LEAK, 60)), scheduled, LEAK, FIRE);
        assertThat(events(plan)).containsExactly(CANCEL, MARK);
        assertThat(Planned.in(plan).deletes()).hasSize(1);
    }

    @Test
    void users_are_told_once_however_often_it_is_tried() {
        var tried = new Eviction("uid", NOW.minusSeconds(1), true);
        assertThat(decide(pod(), tried, LEAK)).plans("patch pods/status shop/web", "delete pods shop/web");
        assertThat(events(decide(pod(), tried))).containsExactly(CANCEL);
    }

    @Test
    void a_node_that_is_gone_stops_no_clock() {
        var scheduled = new Eviction("uid", NOW.plusSeconds(30), false);
        var gone = new Snapshot(pod().key(), Optional.of(pod()), Optional.empty(), Optional.of(scheduled), false, NOW);
        assertThat(controller.decide(gone)).plansNothing().wakesIn(Duration.ofSeconds(30));
        var unknown = new Snapshot(pod().key(), Optional.of(pod()), Optional.empty(), Optional.empty(), false, NOW);
        assertThat(controller.decide(unknown)).plansNothing().waitsForAChange();
    }

    @Test
    void a_pod_that_is_gone_is_not_waited_for() {
        var scheduled = new Eviction("uid", NOW.plusSeconds(30), false);
        var plan = controller.decide(
                new Snapshot(pod().key(), Optional.empty(), Optional.empty(), Optional.of(scheduled), false, NOW));
        assertThat(events(plan)).containsExactly(CANCEL);
        assertThat(plan).waitsForAChange();
    }

    @Test
    void a_later_pod_of_the_name_has_its_own_time() {
        var former = new Eviction("former", NOW.plusSeconds(3), false);
        var plan = decide(pod(tolerating(LEAK, 60)), former, LEAK);
        assertThat(events(plan)).containsExactly(CANCEL);
        assertThat(plan).wakesIn(Duration.ofSeconds(60));
    }

    @Test
    void deletions_are_counted_with_the_time_since_they_were_due() {
        var due = new Eviction("uid", NOW.minusSeconds(1), true);
        var snapshot =
                new Snapshot(pod().key(), Optional.of(pod()), Optional.of(List.of(LEAK)), Optional.of(due), false, NOW);
        var planned = Planned.in(controller.decide(snapshot));
        controller.measure(
                snapshot, planned.allRefused(new ApiFailure.Transport(Status.EMPTY)), Duration.ofMillis(100));
        assertThat(deletions().value()).isZero();
        controller.measure(snapshot, planned.allApplied(), Duration.ofMillis(500));
        assertThat(deletions().value()).isEqualTo(1);
        assertThat(metrics.families())
                .filteredOn(it -> it.head().name().equals("taint_eviction_controller_pod_deletion_duration_seconds"))
                .flatExtracting(Family::samples)
                .singleElement()
                .satisfies(it ->
                        assertThat(((Sample.Distribution) it.value()).sum()).isEqualTo(1.5));
    }

    private Counter.One deletions() {
        return metrics.counter("taint_eviction_controller_pod_deletions_total", "")
                .with();
    }

    private Plan decide(LeanPod pod, Taint... taints) {
        return controller.decide(
                new Snapshot(pod.key(), Optional.of(pod), Optional.of(List.of(taints)), Optional.empty(), false, NOW));
    }

    private Plan decide(LeanPod pod, Eviction scheduled, Taint... taints) {
        return controller.decide(new Snapshot(
                pod.key(), Optional.of(pod), Optional.of(List.of(taints)), Optional.of(scheduled), false, NOW));
    }

    private static List<String> events(Plan plan) {
        return plan.steps()
                .filter(Step.RecordEvent.class::isInstance)
                .map(Step.RecordEvent.class::cast)
                .map(event -> event.reason() + ": " + event.note())
                .toList();
    }

    private static LeanPod pod(Toleration... tolerations) {
        return LeanPod.builder()
                .metadata(it -> it.namespace("shop").name("web").uid("uid").generation(3))
                .spec(it -> it.nodeName("a").tolerations(List.of(tolerations)))
                .build();
    }

    private static Taint taint(String key) {
        return Taint.builder().key(key).effect("NoExecute").build();
    }

    private static Toleration tolerating(Taint taint, long seconds) {
        return Toleration.builder()
                .key(taint.key())
                .operator("Exists")
                .effect(taint.effect())
                .tolerationSeconds(seconds)
                .build();
    }
}
