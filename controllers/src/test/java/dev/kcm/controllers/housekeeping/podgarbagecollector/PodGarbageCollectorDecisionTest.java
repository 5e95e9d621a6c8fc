package dev.kcm.controllers.housekeeping.podgarbagecollector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.metrics.Metrics;
import dev.kcm.controllers.housekeeping.podgarbagecollector.PodToDelete.Reason;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.operation.Operation;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class PodGarbageCollectorDecisionTest {
    private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");

    @Test
    void nodes_whose_quarantine_is_over_are_counted_under_upstreams_name() {
        var metrics = new Metrics();
        var lost = new PodGarbageCollectorController.Snapshot(List.of(), Set.of(), Set.of("lost"), 0, Instant.EPOCH);
        new CollectionMetrics(metrics).count(lost, Outcomes.NONE);
        assertThat(metrics.counter("workqueue_adds_total", "", "name")
                        .with("orphaned_pods_nodes")
                        .value())
                .isEqualTo(1);
    }

    @Test
    void ended_pods_beyond_the_threshold_go_evicted_and_oldest_first() {
        var pods = List.of(
                pod("young", "Failed", it -> created(it, 10)),
                pod("old", "Succeeded", it -> created(it, 100)),
                pod("evicted", "Failed", it -> evicted(created(it, 1))),
                pod("running", "Running", it -> created(it, 1000)));

        assertThat(podsToDelete(pods, 1)).containsExactly("evicted", "old");
        assertThat(podsToDelete(pods, 3)).isEmpty();
        assertThat(podsToDelete(pods, 0)).isEmpty();
    }

    @Test
    void an_ended_pod_is_deleted_at_once_and_nothing_else() {
        var plan = new PodToDelete(pod("a", "Failed", _ -> {}), Reason.TERMINATED).plan(NOW);

        assertThat(plan.steps())
                .singleElement()
                .satisfies(step -> assertThat(step.as(Operation.Delete.class)).isPresent());
        var delete = plan.steps()
                .findFirst()
                .orElseThrow()
                .as(Operation.Delete.class)
                .orElseThrow();
        assertThat(delete.uid()).isEqualTo("uid-a");
        assertThat(delete.options().gracePeriodSeconds()).contains(0L);
    }

    @Test
    void an_ended_pod_that_only_finalizers_hold_is_left_to_them() {
        var held = pod(
                "a",
                "Failed",
                it -> it.metadata(m -> m.name("a")
                        .namespace("n")
                        .uid("u")
                        .deletionTimestamp(NOW)
                        .deletionGracePeriodSeconds(0)
                        .addFinalizers("example.com/hold")));

        assertThat(new PodToDelete(held, Reason.UNSCHEDULED).plan(NOW).steps()).isEmpty();
    }

    @Test
    void an_orphan_is_failed_with_a_reason_before_it_is_deleted() {
        var orphan = pod(
                "a",
                "Running",
                it -> it.metadata(m -> m.name("a").namespace("n").uid("u").generation(3))
                        .status(status -> status.phase("Running").addConditions(c -> c.type("Ready"))));
        var steps = new PodToDelete(orphan, Reason.ORPHANED).plan(NOW).steps().toList();

        assertThat(steps).extracting(Step::describe).containsExactly("patch pods/status n/a", "delete pods n/a");
        assertThat(steps.getFirst()
                        .as(Operation.Patch.class)
                        .orElseThrow()
                        .patch()
                        .utf8())
                .isEqualTo("""
                    {"metadata":{"uid":"u"},"status":{"phase":"Failed","observedGeneration":3,\
                    "conditions":[{"type":"DisruptionTarget","observedGeneration":3,\
                    "status":"True","lastProbeTime":null,\
                    "lastTransitionTime":"2026-06-01T12:00:00Z","reason":"DeletionByPodGC",\
                    "message":"PodGC: node no longer exists"}],\
                    "$setElementOrder/conditions":[{"type":"Ready"},\
                    {"type":"DisruptionTarget"}]}}\
                    """);
    }

    @Test
    void a_pod_that_was_disrupted_before_keeps_that_time() {
        var earlier = NOW.minusSeconds(60);
        var pod = pod(
                "a",
                "Running",
                it -> it.status(status -> status.phase("Running")
                        .addConditions(
                                c -> c.type("DisruptionTarget").status("True").lastTransitionTime(earlier))));
        var patch = firstStep(new PodToDelete(pod, Reason.ORPHANED))
                .as(Operation.Patch.class)
                .orElseThrow();

        assertThat(patch.patch().utf8()).contains(earlier.toString());
    }

    @Test
    void pods_that_end_where_no_kubelet_ends_them_are_deleted_each_for_its_reason() {
        var pods = List.of(
                ending(pod("broken", "Running", it -> on(it, "broken"))),
                pod("stays", "Running", it -> on(it, "broken")),
                pod("lost", "Running", it -> on(it, "lost")),
                ending(pod("nowhere", "Pending", _ -> {})),
                pod("waiting", "Pending", _ -> {}));
        var snapshot = new PodGarbageCollectorController.Snapshot(pods, Set.of("broken"), Set.of("lost"), 100, NOW);

        assertThat(snapshot.podsToDelete())
                .extracting(one -> one.pod().name(), PodToDelete::reason)
                .containsExactly(
                        tuple("broken", Reason.OUT_OF_SERVICE),
                        tuple("lost", Reason.ORPHANED),
                        tuple("nowhere", Reason.UNSCHEDULED));
    }

    @Test
    void a_missing_node_is_quarantined_and_a_returning_one_forgotten() {
        var quarantine = new MissingNodes(Duration.ofSeconds(40));

        assertThat(quarantine.longMissing(Set.of("a"), NOW)).isEmpty();
        assertThat(quarantine.longMissing(Set.of("a"), NOW.plusSeconds(39))).isEmpty();
        assertThat(quarantine.longMissing(Set.of("a"), NOW.plusSeconds(40))).containsExactly("a");
        assertThat(quarantine.longMissing(Set.of(), NOW.plusSeconds(41))).isEmpty();
        assertThat(quarantine.longMissing(Set.of("a"), NOW.plusSeconds(42))).isEmpty();
        quarantine.snapshot("a");
        assertThat(quarantine.longMissing(Set.of("a"), NOW.plusSeconds(90))).isEmpty();
    }

    private static org.assertj.core.groups.Tuple tuple(Object... values) {
        return org.assertj.core.groups.Tuple.tuple(values);
    }

    private static Step firstStep(PodToDelete podsToDelete) {
        return podsToDelete.plan(NOW).steps().findFirst().orElseThrow();
    }

    private static List<String> podsToDelete(List<LeanPod> pods, int kept) {
        return new PodGarbageCollectorController.Snapshot(pods, Set.of(), Set.of(), kept, NOW)
                .podsToDelete().stream().map(one -> one.pod().name()).toList();
    }

    private static LeanPod pod(String name, String phase, Consumer<LeanPod.Builder> more) {
        var pod = LeanPod.builder()
                .metadata(it -> it.name(name).namespace("default").uid("uid-" + name))
                .status(status -> status.phase(phase));
        more.accept(pod);
        return pod.build();
    }

    private static LeanPod.Builder created(LeanPod.Builder pod, long secondsAgo) {
        var metadata = pod.build().metadata().toBuilder();
        return pod.metadata(
                metadata.creationTimestamp(NOW.minusSeconds(secondsAgo)).build());
    }

    private static void evicted(LeanPod.Builder pod) {
        pod.status(pod.build().status().withReason("Evicted"));
    }

    private static void on(LeanPod.Builder pod, String node) {
        pod.spec(spec -> spec.nodeName(node));
    }

    private static LeanPod ending(LeanPod pod) {
        return pod.withMetadata(it -> it.deletionTimestamp(NOW));
    }
}
