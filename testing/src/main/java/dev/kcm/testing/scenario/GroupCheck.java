package dev.kcm.testing.scenario;

import dev.kcm.model.KubeObject;
import java.util.List;
import java.util.function.Consumer;

/// Checks on several objects as they are now.
public final class GroupCheck<T extends KubeObject> implements ScenarioSteps {
    private final Scenario scenario;
    private final ObjectGroup<T> group;

    GroupCheck(Scenario scenario, ObjectGroup<T> group) {
        this.scenario = scenario;
        this.group = group;
    }

    @Override
    public Scenario scenario() {
        return scenario;
    }

    public GroupCheck<T> count(int expected) {
        return satisfy(found -> require(
                found.size() == expected,
                "to be %d".formatted(expected),
                "%d: %s".formatted(found.size(), Locators.names(found))));
    }

    public GroupCheck<T> none() {
        return count(0);
    }

    /// All of them have this value at a path, as in `spec.containers[0].image`; what is not there
    /// is 0, false and the empty text.
    public GroupCheck<T> allHave(String path, Object value) {
        return satisfy(found -> require(
                found.stream().allMatch(it -> has(it, path, value)),
                "all to have %s = %s".formatted(path, value),
                found.stream()
                        .map(it -> FieldPaths.at(FieldPaths.json(it), path).toText())
                        .toList()));
    }

    /// The numbers at a path, of all of them, in any order.
    public GroupCheck<T> numbers(String path, Integer... values) {
        return satisfy(found -> {
            var there = found.stream()
                    .map(it -> FieldPaths.json(it).longAt(path.split("\\.", -1)))
                    .map(it -> (int) it.orElse(0))
                    .sorted()
                    .toList();
            require(
                    there.equals(List.of(values).stream().sorted().toList()),
                    "to have %s in %s".formatted(path, List.of(values)),
                    there);
        });
    }

    /// Anything else about each of them.
    public GroupCheck<T> each(Consumer<? super T> assertions) {
        return satisfy(found -> found.forEach(assertions));
    }

    /// Anything else about all of them.
    public GroupCheck<T> satisfy(Consumer<? super List<T>> assertions) {
        scenario.check(() -> assertions.accept(group.find(scenario)));
        return this;
    }

    private static boolean has(KubeObject object, String path, Object value) {
        return FieldPaths.isEqual(FieldPaths.at(FieldPaths.json(object), path), value);
    }

    private void require(boolean isSo, String expectation, Object found) {
        if (!isSo) {
            throw new AssertionError("expected %s %s%nbut found: %s".formatted(group, expectation, found));
        }
    }
}
