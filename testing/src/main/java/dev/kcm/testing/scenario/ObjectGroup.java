package dev.kcm.testing.scenario;

import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import java.util.List;
import java.util.function.Predicate;

/// Some objects of the scenario's namespace, found when they are needed.
///
/// @param description as it stands in a sentence
/// @param rule finds them
public record ObjectGroup<T extends KubeObject>(String description, Resource<T> resource, Rule<T> rule) {

    /// Looks them up.
    @FunctionalInterface
    public interface Rule<T extends KubeObject> {
        List<T> find(Scenario scenario);
    }

    /// Those of them that are so.
    public ObjectGroup<T> that(String words, Predicate<? super T> are) {
        return new ObjectGroup<>(
                "%s that %s".formatted(description, words),
                resource,
                scenario -> find(scenario).stream().filter(are).toList());
    }

    /// The same under another description.
    ObjectGroup<T> named(String words) {
        return new ObjectGroup<>(words, resource, rule);
    }

    /// Who they are now.
    public List<T> find(Scenario scenario) {
        return rule.find(scenario);
    }

    @Override
    public String toString() {
        return description;
    }
}
