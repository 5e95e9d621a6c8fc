package dev.kcm.apiserver.strategy;

import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.meta.v1.LabelSelector;
import dev.kcm.model.meta.v1.LabelSelectorRequirement;
import dev.kcm.model.selector.Operator;
import dev.kcm.model.selector.Requirement;
import dev.kcm.model.selector.Selector;
import dev.kcm.model.selector.SelectorException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Selectors as objects carry them.
public final class LabelSelectors {
    private LabelSelectors() {}

    /// What the selector means; an empty one means everything.
    ///
    /// @throws SelectorException if it means nothing that can be understood
    public static Selector of(LabelSelector selector) {
        var requirements = new ArrayList<Requirement>();
        selector.matchLabels()
                .forEach((key, value) -> requirements.add(Requirement.checked(key, Operator.EQUALS, List.of(value))));
        for (var expression : selector.matchExpressions()) {
            requirements.add(requirement(expression));
        }
        return Selector.of(requirements);
    }

    /// Labels as messages print them.
    public static Json shown(Map<String, String> labels) {
        var members = JsonObject.builder();
        labels.forEach((key, value) -> members.put(key, Json.of(value)));
        return members.build();
    }

    /// Texts as messages print them.
    public static Json shown(List<String> texts) {
        return Json.array(texts.stream().map(Json::of).toList());
    }

    private static Requirement requirement(LabelSelectorRequirement expression) {
        var operator = switch (expression.operator()) {
            case "In" -> Operator.IN;
            case "NotIn" -> Operator.NOT_IN;
            case "Exists" -> Operator.EXISTS;
            case "DoesNotExist" -> Operator.DOES_NOT_EXIST;
            default ->
                throw new SelectorException("\"" + expression.operator() + "\" is not a valid label selector operator");
        };
        return Requirement.checked(expression.key(), operator, expression.values());
    }
}
