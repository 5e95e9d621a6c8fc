package dev.kcm.testing.scenario;

import dev.kcm.model.KubeObject;
import dev.kcm.testing.backend.Fault;
import java.time.Duration;
import java.util.List;

/// What can be said next, after a step or a check: a scenario reads as one chain of sentences.
///
/// Every method throws an unchecked exception if the server refuses what the scenario itself does,
/// and `AssertionError` if a check fails.
public sealed interface Narration permits Scenario, ObjectCheck, GroupCheck {

    Scenario scenario();

    /// Creates objects in the scenario's namespace.
    default Scenario given(ObjectBuilder<?, ?>... objects) {
        return given(List.of(objects));
    }

    default Scenario given(List<? extends ObjectBuilder<?, ?>> objects) {
        return scenario().create(objects);
    }

    /// Does something, and then waits for nothing.
    default Scenario when(Action... actions) {
        return scenario().act(List.of(actions));
    }

    /// Waits until nothing is left to do, and nothing that the controllers read or write has
    /// changed for a moment of the cluster's time (about two seconds).
    default Scenario awaitQuiet() {
        return scenario().comeToRest();
    }

    /// Lets time pass: in no time on the embedded cluster, by waiting on a real one, which does so
    /// for 75 seconds at most.
    default Scenario advance(Duration time) {
        return scenario().letPass(time);
    }

    /// These belong to the end state, too: what controllers make or change outside the scenario's
    /// namespace. What the scenario itself creates there belongs to it anyway.
    default Scenario comparing(One<?>... objects) {
        return scenario().include(List.of(objects));
    }

    /// From now on something goes wrong.
    default Scenario fault(Fault... faults) {
        return scenario().disturb(List.of(faults));
    }

    /// Requests are no longer refused.
    default Scenario heal() {
        return scenario().mend();
    }

    /// The process of our controllers is killed and started again.
    default Scenario restart() {
        return scenario().killAndStart();
    }

    /// Another process, which stood by, takes over from ours.
    default Scenario failover() {
        return scenario().relieve();
    }

    /// The process of our controllers is killed right after the write of this number from now, and
    /// started again.
    default Scenario crashAfterWrite(int number) {
        return scenario().crashAfter(number);
    }

    default <T extends KubeObject> ObjectCheck<T> then(One<T> object) {
        return new ObjectCheck<>(scenario(), object);
    }

    default <T extends KubeObject> GroupCheck<T> then(ObjectGroup<T> group) {
        return new GroupCheck<>(scenario(), group);
    }

    /// What our controllers have written since the last `given` or `when`, events apart: each as
    /// `create pods x3`, `create pods x2..4`, or `create pods` for any number but none. Nothing
    /// else may have been written. Holds for our own controllers only, and says nothing elsewhere.
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
