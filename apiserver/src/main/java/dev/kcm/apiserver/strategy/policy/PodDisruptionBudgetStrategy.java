package dev.kcm.apiserver.strategy.policy;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.FieldPath;
import dev.kcm.apiserver.strategy.FieldValidation;
import dev.kcm.apiserver.strategy.Part;
import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.model.policy.v1.PodDisruptionBudget;
import dev.kcm.model.value.IntOrString;
import java.util.List;

/// Defaulting, validation and update rules of pod disruption budgets.
public final class PodDisruptionBudgetStrategy {
    public static final Strategy<PodDisruptionBudget> STRATEGY = Strategy.of(PodDisruptionBudget.POD_DISRUPTION_BUDGETS)
            .spec(Part.of(PodDisruptionBudget::spec, PodDisruptionBudget::withSpec))
            .status(Part.of(PodDisruptionBudget::status, PodDisruptionBudget::withStatus))
            .validation(PodDisruptionBudgetStrategy::validate)
            .requiresResourceVersion()
            .countsGenerations()
            .build();

    private static final List<String> POLICIES = List.of("AlwaysAllow", "IfHealthyBudget");

    private PodDisruptionBudgetStrategy() {}

    private static void validate(PodDisruptionBudget budget, FieldErrors errors) {
        var spec = budget.spec();
        if (spec.minAvailable().isPresent() && spec.maxUnavailable().isPresent()) {
            errors.invalid(FieldPath.SPEC, spec, "minAvailable and maxUnavailable cannot be both set");
        }
        spec.minAvailable().ifPresent(it -> amount(it, FieldPath.SPEC.child("minAvailable"), errors));
        spec.maxUnavailable().ifPresent(it -> amount(it, FieldPath.SPEC.child("maxUnavailable"), errors));
        spec.unhealthyPodEvictionPolicy()
                .filter(policy -> !POLICIES.contains(policy))
                .ifPresent(policy ->
                        errors.unsupported(FieldPath.SPEC.child("unhealthyPodEvictionPolicy"), policy, POLICIES));
    }

    private static void amount(IntOrString amount, FieldPath path, FieldErrors errors) {
        switch (amount) {
            case IntOrString.Number(var number) -> FieldValidation.nonNegative(number, path, errors);
            case IntOrString.Text(var text)
            when !text.matches("[0-9]+%") ->
                errors.invalid(
                        path,
                        amount,
                        "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%', "
                                + " or '93%', regex used for validation is '[0-9]+%')");
            case IntOrString.Text(var text)
            when text.length() > 4 || amount.scaled(100, true) > 100 ->
                errors.invalid(path, amount, "must not be greater than 100%");
            case IntOrString.Text _ -> {}
        }
    }
}
