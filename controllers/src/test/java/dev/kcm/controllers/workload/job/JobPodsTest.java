package dev.kcm.controllers.workload.job;

import static dev.kcm.controllers.workload.job.Jobs.NOW;
import static dev.kcm.controllers.workload.job.Jobs.at;
import static dev.kcm.controllers.workload.job.Jobs.deleting;
import static dev.kcm.controllers.workload.job.Jobs.failed;
import static dev.kcm.controllers.workload.job.Jobs.job;
import static dev.kcm.controllers.workload.job.Jobs.letGo;
import static dev.kcm.controllers.workload.job.Jobs.pod;
import static dev.kcm.controllers.workload.job.Jobs.running;
import static dev.kcm.controllers.workload.job.Jobs.succeeded;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.meta.v1.LabelSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JobPodsTest {
    private static final Object ACTIVE = JobPods.activeOf(job());
    private static final Object ENDED = JobPods.endedOf(job());
    private static final Object HELD = JobPods.heldFor(ObjectKey.of("default", "pi"));

    @Test
    void a_pod_that_is_done_with_is_in_no_bucket() {
        assertThat(places(letGo(succeeded("a")))).isEmpty();
        assertThat(places(letGo(failed("a")))).isEmpty();
        assertThat(places(letGo(deleting(failed("a"))))).isEmpty();
    }

    @Test
    void a_pod_without_the_finalizer_is_found_until_it_has_ended() {
        assertThat(places(letGo(deleting(running("a"))))).isEqualTo(List.of(JobPods.leavingOf(job())));
    }

    @Test
    void active_and_ended_pods_are_found_apart() {
        assertThat(places(running("a"))).containsExactlyInAnyOrder(ACTIVE, HELD);
        assertThat(places(letGo(running("a")))).containsExactly(ACTIVE);
        assertThat(places(succeeded("a"))).containsExactlyInAnyOrder(ENDED, HELD);
        assertThat(places(deleting(running("a")))).containsExactlyInAnyOrder(ENDED, HELD);
    }

    @Test
    void held_pods_without_a_controller_are_found_by_namespace() {
        var orphan = running("a").withMetadata(m -> m.ownerReferences(List.of()));

        assertThat(places(orphan)).isEqualTo(List.of(JobPods.unownedIn("default")));
        assertThat(places(letGo(orphan))).isEmpty();
    }

    @Test
    void pods_of_other_kinds_are_left_alone() {
        var foreign = running("a")
                .withMetadata(m -> m.ownerReferences(List.of())
                        .addOwnerReferences(o -> o.apiVersion("example.com/v1")
                                .kind("Job")
                                .name("pi")
                                .uid("x")
                                .controller(true)));

        assertThat(places(foreign)).isEmpty();
        assertThat(JobPodCounts.BY_JOB.groupsOf().apply(foreign)).isEmpty();
    }

    @Test
    void counts_say_what_a_sync_needs() {
        var counts = JobPodCounts.BY_JOB.recount(List.of(
                pod(
                        "ready",
                        s -> s.phase("Running")
                                .addConditions(c -> c.type("Ready").status("True"))),
                pod(
                        "restarted",
                        s -> s.phase("Pending")
                                .addInitContainerStatuses(c -> c.restartCount(1))
                                .addContainerStatuses(c -> c.restartCount(2))),
                deleting(running("leaving")),
                failed("failed"),
                letGo(succeeded("done")),
                running("stray").withMetadata(m -> m.labels(Map.of()))));

        assertThat(counts).isEqualTo(new JobPodCounts(3, 1, 1, 5, 3, 1));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void counting_event_by_event_equals_a_recount(long seed) {
        var random = new Random(seed);
        var members = new ArrayList<LeanPod>();
        var counts = JobPodCounts.NONE;
        for (int step = 0; step < 500; step++) {
            if (members.isEmpty() || random.nextInt(5) > 1) {
                var pod = any(random.nextInt(6), "pod-" + step);
                members.add(pod);
                counts = counts.plus(pod);
            } else {
                counts = counts.minus(members.remove(random.nextInt(members.size())));
            }
        }
        assertThat(counts).isEqualTo(JobPodCounts.BY_JOB.recount(members));
        for (var pod : members) {
            counts = counts.minus(pod);
        }
        assertThat(counts).isEqualTo(JobPodCounts.NONE);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "+7, 7", "12, 12", "-1, -1", "x, -1", "1.5, -1", "99999999999, -1"})
    void an_index_anyone_may_have_written_is_read_with_care(String written, int index) {
        var pod = running("a").withMetadata(m -> m.putAnnotations(Annotations.COMPLETION_INDEX, written));

        assertThat(JobPods.completionIndex(pod)).isEqualTo(index < 0 ? OptionalInt.empty() : OptionalInt.of(index));
    }

    @Test
    void only_the_servers_own_selector_needs_no_reading_of_labels() {
        assertThat(JobSettings.hasOwnSelector(job())).isTrue();
        assertThat(JobSettings.hasOwnSelector(job(s -> s.selector(l -> l.putMatchLabels("app", "pi")))))
                .isFalse();
        assertThat(JobSettings.hasOwnSelector(job(s -> s.selector(LabelSelector.EMPTY))))
                .isFalse();
    }

    private static List<Object> places(LeanPod pod) {
        return List.copyOf(JobPods.VIEW.keysOf().apply(pod));
    }

    private static LeanPod any(int shape, String name) {
        return switch (shape) {
            case 0 -> running(name);
            case 1 -> at(3, succeeded(name));
            case 2 -> deleting(running(name));
            case 3 -> letGo(failed(name));
            case 4 -> letGo(running(name));
            default -> deleting(failed(name, NOW.getNano() % 7, 2));
        };
    }
}
