package dev.kcm.testing.junit;

import static dev.kcm.testing.scenario.Builders.replicaSet;
import static dev.kcm.testing.scenario.Locators.podsOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.model.ObjectKey;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.testing.backend.Backend;
import dev.kcm.testing.backend.BackendChoice;
import dev.kcm.testing.backend.BackendSettings;
import dev.kcm.testing.backend.WriteLog;
import dev.kcm.testing.scenario.Scenario;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfEnvironmentVariable;

/// What every scenario is held to must be able to fail.
@DisabledIfEnvironmentVariable(named = "KCM_SCENARIO_BACKEND", matches = "real|go")
class ScenarioRunTest {
    private final AtomicInteger runs = new AtomicInteger();

    @Test
    void a_good_scenario_is_played_again_and_with_crashes() throws Throwable {
        run(scenario -> scenario.given(replicaSet("web").replicas(2)).awaitQuiet());

        assertThat(runs).hasValue(2 + BackendChoice.current().crashes());
    }

    @Test
    void a_scenario_that_ends_otherwise_the_second_time_fails() {
        assertThatThrownBy(() -> run(scenario ->
                        scenario.given(replicaSet("web").replicas(runs.get())).awaitQuiet()))
                .hasMessageContaining("run again, the end state differs")
                .hasMessageContaining("+ \"replicas\": 2");
    }

    @Test
    void a_check_that_fails_tells_what_happened() {
        assertThatThrownBy(
                        () -> run(scenario -> scenario.given(replicaSet("web").replicas(2))
                                .awaitQuiet()
                                .then(podsOf("web"))
                                .count(3)))
                .hasMessageContaining("expected the pods of web to be 3")
                .hasMessageContaining("-- given ReplicaSet web")
                .hasMessageContaining("replicaset-controller: create pods web-")
                .hasMessageContaining("2 of 2 pods missing");
    }

    @Test
    void a_check_of_writes_counts_them() {
        assertThatThrownBy(
                        () -> run(scenario -> scenario.given(replicaSet("web").replicas(2))
                                .awaitQuiet()
                                .wrote("create pods x2")))
                .hasMessageContaining("expected to be written: [create pods x2]")
                .hasMessageContaining("update replicasets/status=");
    }

    @Test
    void writes_after_the_end_are_told() {
        ScenarioRun.requireNothing(List.of());

        assertThatThrownBy(() -> ScenarioRun.requireNothing(List.of(wrote("replicaset-controller", "create pods"))))
                .hasMessageContaining("not a fixpoint")
                .hasMessageContaining("[create pods b]");
    }

    @Test
    void writes_that_no_spec_names_are_found() {
        var specs = openedSpecs();

        assertThat(ScenarioRun.undeclared(
                        specs,
                        List.of(
                                wrote("replicaset-controller", "create pods"),
                                wrote("replicaset-controller", "delete replicasets"),
                                wrote("job-controller", "create pods"))))
                .containsExactlyInAnyOrder("replicaset-controller: delete replicasets", "job-controller: create pods");
    }

    @Test
    void crashes_are_spread_over_all_writes() {
        assertThat(ScenarioRun.crashes(0, 4)).isEmpty();
        assertThat(ScenarioRun.crashes(3, 4)).containsExactly(1, 2, 3);
        assertThat(ScenarioRun.crashes(10, 4)).containsExactly(1, 4, 7, 10);
        assertThat(ScenarioRun.crashes(10, 1)).containsExactly(1);
    }

    private void run(Consumer<Scenario> steps) throws Throwable {
        Consumer<Scenario> counted = scenario -> {
            runs.incrementAndGet();
            steps.accept(scenario);
        };
        var first = Scenario.on(open());
        try (first) {
            new ScenarioRun("TrialTest.run", ScenarioRunTest::open, counted).first(first, () -> counted.accept(first));
        }
    }

    private static List<ControllerSpec> openedSpecs() {
        try (var backend = open()) {
            return backend.specs();
        }
    }

    private static Backend open() {
        try {
            return Backend.open(
                    new BackendSettings("trial", List.of("replicaset-controller"), List.of(), List.of(), 1, false));
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    private static WriteLog.Write wrote(String controller, String what) {
        return new WriteLog.Write(Instant.EPOCH, controller, what, ObjectKey.of("a", "b"), Optional.empty());
    }
}
