package dev.kcm.conformance.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.manager.run.EmbeddedControllers;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class CoverageTest {
    private static final Scenarios ALL = Scenarios.all(Optional.empty());

    @Test
    void every_controller_that_is_built_has_scenarios() {
        var without = new TreeSet<>(EmbeddedControllers.built());
        without.removeAll(ALL.controllers());

        assertThat(without).as("controllers no scenario names in @KubeScenario").isEmpty();
    }

    @Test
    void scenarios_name_no_controller_that_is_not_there() {
        var unknown = new TreeSet<>(ALL.controllers());
        unknown.removeAll(EmbeddedControllers.built());

        assertThat(unknown).isEmpty();
    }

    /// The build runs them over HTTPS, too, and finds them by this name.
    @Test
    void scenarios_are_in_classes_that_are_called_so() {
        assertThat(ALL.methods())
                .isNotEmpty()
                .allSatisfy(method ->
                        assertThat(method.getDeclaringClass().getSimpleName()).endsWith("ScenarioTest"));
    }
}
