package dev.kcm.cluster.junit;

import static dev.kcm.cluster.scenario.Drafts.replicaSet;
import static dev.kcm.cluster.scenario.Subjects.podsOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.cluster.scenario.Scenario;
import dev.kcm.cluster.stage.Stage;
import dev.kcm.cluster.stage.StageChoice;
import dev.kcm.cluster.stage.StagePlan;
import dev.kcm.cluster.stage.WriteLog;
import dev.kcm.model.ObjectKey;
import dev.kcm.runtime.controller.ControllerSpec;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfEnvironmentVariable;

/// What every scenario is held to must be able to fail.
@DisabledIfEnvironmentVariable(named = "KCM_SCENARIO_STAGE", matches = "real|go")
class TrialTest {
    private final AtomicInteger played = new AtomicInteger();

    @Test
    void a_good_scenario_is_played_again_and_with_crashes() throws Throwable {
        run(scenario -> scenario.given(replicaSet("web").replicas(2)).settle());

        assertThat(played).hasValue(2 + StageChoice.current().crashes());
    }

    @Test
    void a_scenario_that_ends_otherwise_the_second_time_fails() {
        assertThatThrownBy(() -> run(scenario ->
                        scenario.given(replicaSet("web").replicas(played.get())).settle()))
                .hasMessageContaining("played again, the end state differs")
                .hasMessageContaining("+ \"replicas\": 2");
    }

    @Test
    void a_check_that_fails_tells_what_happened() {
        assertThatThrownBy(
                        () -> run(scenario -> scenario.given(replicaSet("web").replicas(2))
                                .settle()
                                .then(podsOf("web"))
                                .count(3)))
                .hasMessageContaining("expected the pods of web to be 3")
                .hasMessageContaining("-- given ReplicaSet web")
                .hasMessageContaining("replicaset-controller: create pods web-")
                .hasMessageContaining("2 of 2 pods missing");
    }

    @Test
    void a_check_of_writes_counts_them() {
        assertThatThrownBy(() -> run(scenario ->
                        scenario.given(replicaSet("web").replicas(2)).settle().wrote("create pods x2")))
                .hasMessageContaining("expected to be written: [create pods x2]")
                .hasMessageContaining("update replicasets/status=");
    }

    @Test
    void writes_after_the_end_are_told() {
        Trial.requireNothing(List.of());

        assertThatThrownBy(() -> Trial.requireNothing(List.of(wrote("replicaset-controller", "create pods"))))
                .hasMessageContaining("not a fixpoint")
                .hasMessageContaining("[create pods b]");
    }

    @Test
    void writes_that_no_spec_names_are_found() {
        var specs = openedSpecs();

        assertThat(Trial.undeclared(
                        specs,
                        List.of(
                                wrote("replicaset-controller", "create pods"),
                                wrote("replicaset-controller", "delete replicasets"),
                                wrote("job-controller", "create pods"))))
                .containsExactlyInAnyOrder("replicaset-controller: delete replicasets", "job-controller: create pods");
    }

    @Test
    void crashes_are_spread_over_all_writes() {
        assertThat(Trial.crashes(0, 4)).isEmpty();
        assertThat(Trial.crashes(3, 4)).containsExactly(1, 2, 3);
        assertThat(Trial.crashes(10, 4)).containsExactly(1, 4, 7, 10);
        assertThat(Trial.crashes(10, 1)).containsExactly(1);
    }

    private void run(Consumer<Scenario> story) throws Throwable {
        Consumer<Scenario> counted = scenario -> {
            played.incrementAndGet();
            story.accept(scenario);
        };
        var first = Scenario.on(open());
        try (first) {
            new Trial("TrialTest.run", TrialTest::open, counted).first(first, () -> counted.accept(first));
        }
    }

    private static List<ControllerSpec> openedSpecs() {
        try (var stage = open()) {
            return stage.specs();
        }
    }

    private static Stage open() {
        try {
            return Stage.open(new StagePlan("trial", List.of("replicaset-controller"), List.of(), List.of(), 1, false));
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    private static WriteLog.Wrote wrote(String controller, String what) {
        return new WriteLog.Wrote(Instant.EPOCH, controller, what, ObjectKey.of("a", "b"), Optional.empty());
    }
}
