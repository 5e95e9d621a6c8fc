package dev.kcm.controllers.workload.job;

import static dev.kcm.controllers.workload.job.Jobs.NOW;
import static dev.kcm.controllers.workload.job.Jobs.annotated;
import static dev.kcm.controllers.workload.job.Jobs.deleting;
import static dev.kcm.controllers.workload.job.Jobs.failed;
import static dev.kcm.controllers.workload.job.Jobs.pod;
import static dev.kcm.controllers.workload.job.Jobs.running;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.lean.LeanPod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailureStreakTest {

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 10", "2, 20", "3, 40", "6, 320", "7, 600", "8, 600", "50, 600"})
    void each_failure_doubles_the_wait_up_to_ten_minutes(int failures, long seconds) {
        var pods = new ArrayList<LeanPod>();
        for (int i = 0; i < failures; i++) {
            pods.add(failed("a" + i, 0, 1));
        }

        assertThat(FailureStreak.NONE.with(pods, List.of()).remaining(NOW)).isEqualTo(Duration.ofSeconds(seconds));
    }

    @Test
    void the_wait_runs_from_the_last_failure() {
        var streak = FailureStreak.NONE.with(List.of(failed("a", 15, 1), failed("b", 4, 1)), List.of());

        assertThat(streak.remaining(NOW)).isEqualTo(Duration.ofSeconds(16));
        assertThat(streak.remaining(NOW.plusSeconds(16))).isZero();
        assertThat(streak.remaining(NOW.plusSeconds(60))).isZero();
    }

    @Test
    void seeing_the_same_failure_again_changes_nothing() {
        var once = FailureStreak.NONE.with(List.of(failed("a")), List.of());

        assertThat(once.with(List.of(failed("a")), List.of())).isEqualTo(once);
    }

    @Test
    void a_success_ends_the_streak_but_not_failures_after_it() {
        var success = failed("ok", 10, 0).withStatus(s -> s.phase("Succeeded"));

        var streak = FailureStreak.NONE
                .with(List.of(failed("before", 20, 1)), List.of())
                .with(List.of(failed("after", 5, 1)), List.of(success));

        assertThat(streak.remaining(NOW)).isEqualTo(Duration.ofSeconds(5));
        assertThat(streak.with(List.of(failed("before", 20, 1)), List.of())).isEqualTo(streak);
    }

    @Test
    void an_index_waits_by_its_own_failures() {
        var third = annotated(
                annotated(failed("a", 10, 1), Annotations.INDEX_FAILURES, 1), Annotations.INDEX_IGNORED_FAILURES, 1);

        assertThat(FailureStreak.remaining(Optional.of(third), NOW)).isEqualTo(Duration.ofSeconds(30));
        assertThat(FailureStreak.remaining(Optional.empty(), NOW)).isZero();
    }

    @Test
    void a_pod_ended_when_its_last_container_did() {
        assertThat(FinishTimes.of(failed("a", 7, 1))).isEqualTo(NOW.minusSeconds(7));
    }

    @Test
    void or_when_it_lost_its_readiness_or_was_deleted_or_created() {
        var unready = pod(
                "a",
                status -> status.phase("Failed")
                        .addContainerStatuses(c -> c.name("main"))
                        .addConditions(c -> c.type("Ready").status("False").lastTransitionTime(NOW.minusSeconds(9))));

        assertThat(FinishTimes.of(unready)).isEqualTo(NOW.minusSeconds(9));
        assertThat(FinishTimes.of(deleting(running("b")))).isEqualTo(NOW.minusSeconds(30));
        assertThat(FinishTimes.of(running("c"))).isEqualTo(NOW.minusSeconds(50));
    }

    @Test
    void a_sidecar_ends_after_the_others() {
        var pod = failed("a", 7, 1)
                .withSpec(spec -> spec.addInitContainers(c -> c.name("proxy").restartPolicy("Always")))
                .withStatus(status -> status.addInitContainerStatuses(c ->
                        c.name("proxy").state(s -> s.terminated(end -> end.finishedAt(NOW.minusSeconds(2))))));

        assertThat(FinishTimes.of(pod)).isEqualTo(NOW.minusSeconds(2));
    }
}
