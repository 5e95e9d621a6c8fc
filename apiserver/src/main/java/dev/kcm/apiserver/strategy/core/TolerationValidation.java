package dev.kcm.apiserver.strategy.core;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.FieldPath;
import dev.kcm.model.NameRules;
import dev.kcm.model.core.v1.Toleration;
import java.util.List;

/// What a pod tolerates of a node. Comparing numbers is off, as it is by default upstream.
final class TolerationValidation {
    private static final List<String> EFFECTS = List.of("NoSchedule", "PreferNoSchedule", "NoExecute");
    private static final List<String> OPERATORS = List.of("Equal", "Exists");
    private static final List<String> ALL_OPERATORS = List.of("Equal", "Exists", "Lt", "Gt");

    private TolerationValidation() {}

    static void tolerations(List<Toleration> tolerations, FieldPath path, FieldErrors errors) {
        for (int i = 0; i < tolerations.size(); i++) {
            toleration(tolerations.get(i), path.index(i), errors);
        }
    }

    private static void toleration(Toleration toleration, FieldPath path, FieldErrors errors) {
        var operator = toleration.operator();
        if (!toleration.key().isEmpty()) {
            errors.invalid(path.child("key"), toleration.key(), NameRules.labelKey(toleration.key()));
        } else if (!operator.equals("Exists")) {
            errors.invalid(
                    path.child("operator"),
                    operator,
                    "operator must be Exists when `key` is empty, which means \"match all values and all keys\"");
        }
        if (toleration.tolerationSeconds().isPresent() && !toleration.effect().equals("NoExecute")) {
            errors.invalid(
                    path.child("effect"),
                    toleration.effect(),
                    "effect must be 'NoExecute' when `tolerationSeconds` is set");
        }
        value(toleration, path.child("operator"), errors);
        if (!toleration.effect().isEmpty() && !EFFECTS.contains(toleration.effect())) {
            errors.unsupported(path.child("effect"), toleration.effect(), EFFECTS);
        }
    }

    /// Upstream's errors of values are about the operator.
    private static void value(Toleration toleration, FieldPath path, FieldErrors errors) {
        var value = toleration.value();
        switch (toleration.operator()) {
            case "", "Equal" -> {
                var problems = NameRules.labelValue(value);
                if (!problems.isEmpty()) {
                    errors.invalid(path, value, String.join(";", problems));
                }
            }
            case "Exists" -> {
                if (!value.isEmpty()) {
                    errors.invalid(path, value, "value must be empty when `operator` is 'Exists'");
                }
            }
            case "Lt", "Gt" -> errors.unsupported(path, toleration.operator(), ALL_OPERATORS);
            default -> errors.unsupported(path, toleration.operator(), OPERATORS);
        }
    }
}
