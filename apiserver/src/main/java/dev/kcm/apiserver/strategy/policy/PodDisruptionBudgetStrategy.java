package dev.kcm.apiserver.strategy.policy;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.FieldPath;
import dev.kcm.apiserver.strategy.Part;
import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.model.policy.v1.PodDisruptionBudget;

/// Defaulting, validation and update rules of pod disruption budgets.
public final class PodDisruptionBudgetStrategy {
    public static final Strategy<PodDisruptionBudget> STRATEGY = Strategy.of(PodDisruptionBudget.POD_DISRUPTION_BUDGETS)
            .spec(Part.of(PodDisruptionBudget::spec, PodDisruptionBudget::withSpec))
            .status(Part.of(PodDisruptionBudget::status, PodDisruptionBudget::withStatus))
            .validation(PodDisruptionBudgetStrategy::validate)
            .requiresResourceVersion()
            .countsGenerations()
            .build();

    private PodDisruptionBudgetStrategy() {}

    private static void validate(PodDisruptionBudget budget, FieldErrors errors) {
        if (budget.spec().minAvailable().isPresent()
                && budget.spec().maxUnavailable().isPresent()) {
            errors.invalid(FieldPath.SPEC, budget.spec(), "minAvailable and maxUnavailable cannot be both set");
        }
    }
}
