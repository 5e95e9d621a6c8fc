package dev.kcm.model.selector;

import dev.kcm.base.GoText;
import dev.kcm.model.NameRules;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonArray;
import dev.kcm.model.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/// One condition on the label `key`: an operator and, for most operators, values.
public record Requirement(String key, Operator operator, List<String> values) {

    /// Keeps the parts as they are; [#checked] also looks whether they make sense.
    public Requirement {
        values = List.copyOf(values);
    }

    /// A requirement whose key, operator and values are valid.
    ///
    /// @throws SelectorException listing everything that is wrong
    public static Requirement checked(String key, Operator operator, List<String> values) {
        var problems = new ArrayList<String>();
        report(problems, "key", GoText.quote(key), NameRules.labelKey(key));
        checkValues(problems, operator, values);
        for (var i = 0; i < values.size(); i++) {
            var value = values.get(i);
            var path = "values[" + i + "][" + key + "]";
            report(problems, path, GoText.quote(value), NameRules.labelValue(value));
        }
        if (!problems.isEmpty()) {
            throw new SelectorException(summary(List.copyOf(new LinkedHashSet<>(problems))));
        }
        return new Requirement(key, operator, values);
    }

    private static String summary(List<String> problems) {
        return problems.size() == 1 ? problems.getFirst() : "[" + String.join(", ", problems) + "]";
    }

    private static void checkValues(List<String> problems, Operator operator, List<String> values) {
        if (!operator.takes(values.size())) {
            report(problems, "values", printed(values), List.of(operator.rule()));
        }
        for (var i = 0; operator.comparesNumbers() && i < values.size(); i++) {
            if (GoText.wholeNumber(values.get(i)).isEmpty()) {
                var rule = "for 'Gt', 'Lt' operators, the value must be an integer";
                report(problems, "values[" + i + "]", GoText.quote(values.get(i)), List.of(rule));
            }
        }
    }

    private static String printed(List<String> values) {
        return values.isEmpty()
                ? "null"
                : new JsonArray(values.stream().map(Json::of).toList()).toText();
    }

    private static void report(List<String> problems, String path, String found, List<String> rules) {
        if (!rules.isEmpty()) {
            problems.add(path + ": Invalid value: " + found + ": " + String.join("; ", rules));
        }
    }

    public boolean matches(Map<String, String> labels) {
        var found = labels.get(key);
        return switch (operator) {
            case IN, EQUALS, DOUBLE_EQUALS -> found != null && values.contains(found);
            case NOT_IN, NOT_EQUALS -> found == null || !values.contains(found);
            case EXISTS -> found != null;
            case DOES_NOT_EXIST -> found == null;
            case GREATER_THAN -> found != null && isOrdered(values.getFirst(), found);
            case LESS_THAN -> found != null && isOrdered(found, values.getFirst());
        };
    }

    private static boolean isOrdered(String smaller, String larger) {
        var left = GoText.wholeNumber(smaller);
        var right = GoText.wholeNumber(larger);
        return left.isPresent() && right.isPresent() && left.getAsLong() < right.getAsLong();
    }

    @Override
    public String toString() {
        return switch (operator) {
            case EXISTS -> key;
            case DOES_NOT_EXIST -> "!" + key;
            case EQUALS, DOUBLE_EQUALS, NOT_EQUALS -> key + operator.word() + sortedValues();
            case GREATER_THAN -> key + ">" + sortedValues();
            case LESS_THAN -> key + "<" + sortedValues();
            case IN, NOT_IN -> key + " " + operator.word() + " (" + sortedValues() + ")";
        };
    }

    private String sortedValues() {
        return String.join(",", values.stream().sorted(JsonObject.BYTEWISE).toList());
    }
}
