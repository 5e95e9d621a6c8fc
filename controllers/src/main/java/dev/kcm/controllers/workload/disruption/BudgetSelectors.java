package dev.kcm.controllers.workload.disruption;

import dev.kcm.model.policy.v1.PodDisruptionBudget;
import dev.kcm.model.selector.Selector;
import dev.kcm.model.selector.SelectorException;
import dev.kcm.runtime.cache.Index;
import dev.kcm.runtime.cache.Store;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Finds the budgets that select a pod, by index.
final class BudgetSelectors {
    /// A label that all pods of a budget have, in its namespace.
    private record Label(String namespace, String key, String value) {}

    /// Where no label is common to all pods of a budget.
    private record NoLabel(String namespace) {}

    static final Index<PodDisruptionBudget> BUDGETS = new Index<>(
            PodDisruptionBudget.POD_DISRUPTION_BUDGETS,
            "namespace and one label of the selector",
            budget -> List.of(place(budget)));

    private BudgetSelectors() {}

    /// None selects nothing, an empty one everything, an invalid one nothing.
    static Selector of(PodDisruptionBudget budget) {
        return budget.spec().selector().flatMap(Selector::ifValid).orElse(Selector.nothing());
    }

    /// The budgets that select labels like these, by name.
    static List<PodDisruptionBudget> selecting(
            String namespace, Map<String, String> labels, Store<PodDisruptionBudget> budgets) {
        var found = new ArrayList<PodDisruptionBudget>();
        for (var label : labels.entrySet()) {
            found.addAll(budgets.byIndex(BUDGETS, new Label(namespace, label.getKey(), label.getValue())));
        }
        found.addAll(budgets.byIndex(BUDGETS, new NoLabel(namespace)));
        found.removeIf(budget -> !of(budget).matches(labels));
        found.sort(Comparator.comparing(PodDisruptionBudget::name));
        return found;
    }

    private static Object place(PodDisruptionBudget budget) {
        var selector = of(budget);
        return selector.requirements().stream()
                .flatMap(requirement -> selector
                        .exactValue(requirement.key())
                        .map(value -> new Label(budget.namespace(), requirement.key(), value))
                        .stream())
                .<Object>map(label -> label)
                .findFirst()
                .orElse(new NoLabel(budget.namespace()));
    }

    /// What is wrong with its selector, in upstream's words.
    static Optional<String> problem(PodDisruptionBudget budget) {
        try {
            var _ = Selector.of(budget.spec().selector());
            return Optional.empty();
        } catch (SelectorException invalid) {
            return Optional.of(String.valueOf(invalid.getMessage()));
        }
    }
}
