package dev.kcm.testing.scenario;

import dev.kcm.model.KubeObject;
import dev.kcm.testing.backend.Fault;
import java.time.Duration;
import java.util.List;

/// The steps of a scenario: each step and each check returns what the next one is called on.
///
/// Every method throws an unchecked exception if the server refuses a request of the scenario itself,
/// and `AssertionError` if a check fails.
public sealed interface ScenarioSteps permits Scenario, ObjectCheck, GroupCheck {

    Scenario scenario();

    /// Creates objects in the scenario's namespace.
    default Scenario given(ObjectBuilder<?, ?>... objects) {
        return given(List.of(objects));
    }

    default Scenario given(List<? extends ObjectBuilder<?, ?>> objects) {
        return scenario().create(objects);
    }

    /// Does something, without waiting for its effects.
    default Scenario when(Action... actions) {
        return scenario().act(List.of(actions));
    }

    /// Waits until nothing is left to do, and nothing that the controllers read or write has
    /// changed for about two seconds of the cluster's time.
    default Scenario awaitQuiet() {
        return scenario().waitForQuiet();
    }

    /// Lets time pass: in no time on the embedded cluster, by waiting on a real one, which does so
    /// for 75 seconds at most.
    default Scenario advance(Duration time) {
        return scenario().advanceClock(time);
    }

    /// Includes objects outside the scenario's namespace, which controllers create or change, in the
    /// end state. What the scenario itself creates there is included anyway.
    default Scenario comparing(ObjectLocator<?>... objects) {
        return scenario().include(List.of(objects));
    }

    /// Injects faults from now on.
    default Scenario fault(Fault... faults) {
        return scenario().inject(List.of(faults));
    }

    /// Requests are no longer refused.
    default Scenario heal() {
        return scenario().removeFaults();
    }

    /// The process of our controllers is killed and started again.
    default Scenario restart() {
        return scenario().restartControllers();
    }

    /// A standby takes over from the process of our controllers.
    default Scenario failover() {
        return scenario().failOverControllers();
    }

    /// The process of our controllers is killed right after the write of this number from now, and
    /// started again.
    default Scenario crashAfterWrite(int number) {
        return scenario().crashAfter(number);
    }

    default <T extends KubeObject> ObjectCheck<T> then(ObjectLocator<T> object) {
        return new ObjectCheck<>(scenario(), object);
    }

    default <T extends KubeObject> GroupCheck<T> then(ObjectGroup<T> group) {
        return new GroupCheck<>(scenario(), group);
    }

    /// What our controllers have written since the last `given` or `when`, events apart: each as
    /// `create pods x3`, `create pods x2..4`, or `create pods` for any number but none. Nothing
    /// else may have been written. Checked for our own controllers only.
    default Scenario wrote(String... writes) {
        return scenario().checkWrites(List.of(writes));
    }

    default Scenario wroteNothing() {
        return wrote();
    }

    /// As [#wrote], but of writes the server refused, and others may have been refused, too.
    default Scenario wasRefused(String... writes) {
        return scenario().checkRefusals(List.of(writes));
    }
}
