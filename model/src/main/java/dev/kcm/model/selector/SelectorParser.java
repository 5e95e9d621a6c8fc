package dev.kcm.model.selector;

import dev.kcm.base.GoText;
import dev.kcm.model.NameRules;
import dev.kcm.model.json.JsonObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Reads the text form of label selectors. Its words `in` and `notin` are operators only where an
/// operator is due; anywhere else they are names like any other.
final class SelectorParser {
    private static final String OPERATORS = Arrays.stream(Operator.values())
            .limit(Operator.EXISTS.ordinal())
            .map(Operator::word)
            .collect(Collectors.joining(", "));

    private final SelectorTokens tokens;

    SelectorParser(String text) {
        tokens = new SelectorTokens(text);
    }

    List<Requirement> requirements() {
        var requirements = new ArrayList<Requirement>();
        while (!tokens.atEnd()) {
            if (!startsRequirement()) {
                throw unexpected(", expected: !, identifier, or 'end of string'");
            }
            requirements.add(requirement());
            if (tokens.atEnd()) {
                break;
            }
            if (!tokens.is(",")) {
                throw unexpected(", expected: ',' or 'end of string'");
            }
            tokens.advance();
            if (!startsRequirement()) {
                throw unexpected(", expected: identifier after ','");
            }
        }
        return requirements;
    }

    private boolean startsRequirement() {
        return tokens.isWord() || tokens.is("!");
    }

    private Requirement requirement() {
        try {
            return uncheckedRequirement();
        } catch (SelectorException problem) {
            throw new SelectorException("unable to parse requirement: " + problem.getMessage());
        }
    }

    private Requirement uncheckedRequirement() {
        if (tokens.is("!")) {
            tokens.advance();
            return Requirement.checked(key(), Operator.DOES_NOT_EXIST, List.of());
        }
        var key = key();
        if (tokens.atEnd() || tokens.is(",")) {
            return Requirement.checked(key, Operator.EXISTS, List.of());
        }
        var operator = operator();
        var isSet = operator == Operator.IN || operator == Operator.NOT_IN;
        return Requirement.checked(key, operator, isSet ? valueSet() : List.of(exactValue()));
    }

    private String key() {
        if (!tokens.isWord()) {
            throw unexpected(", expected: identifier");
        }
        var key = tokens.take();
        var problems = NameRules.labelKey(key);
        if (!problems.isEmpty()) {
            throw new SelectorException(
                    "<nil>: Invalid value: " + GoText.quote(key) + ": " + String.join("; ", problems));
        }
        return key;
    }

    private Operator operator() {
        var operator = switch (tokens.current()) {
            case "in" -> Operator.IN;
            case "notin" -> Operator.NOT_IN;
            case "=" -> Operator.EQUALS;
            case "==" -> Operator.DOUBLE_EQUALS;
            case "!=" -> Operator.NOT_EQUALS;
            case ">" -> Operator.GREATER_THAN;
            case "<" -> Operator.LESS_THAN;
            default -> throw unexpected(", expected: " + OPERATORS);
        };
        tokens.advance();
        return operator;
    }

    private String exactValue() {
        if (tokens.atEnd() || tokens.is(",")) {
            return "";
        }
        if (!tokens.isWord()) {
            throw unexpected(", expected: identifier");
        }
        return tokens.take();
    }

    /// The values between parentheses; nothing between two commas is the empty value.
    private List<String> valueSet() {
        if (!tokens.is("(")) {
            throw unexpected(" expected: '('");
        }
        tokens.advance();
        if (!tokens.isWord() && !tokens.is(",") && !tokens.is(")")) {
            throw unexpected(", expected: ',', ')' or identifier");
        }
        var values = new TreeSet<>(JsonObject.BYTEWISE);
        values.add(valueOrNothing());
        while (!tokens.is(")")) {
            takeComma(values);
        }
        tokens.advance();
        return List.copyOf(values);
    }

    private void takeComma(SortedSet<String> values) {
        if (!tokens.is(",")) {
            throw unexpected(", expected: ',' or ')'");
        }
        tokens.advance();
        if (!tokens.isWord() && !tokens.is(",") && !tokens.is(")")) {
            throw unexpected(", expected: ',', or identifier");
        }
        values.add(valueOrNothing());
    }

    private String valueOrNothing() {
        return tokens.isWord() ? tokens.take() : "";
    }

    private SelectorException unexpected(String expectation) {
        return new SelectorException("found '" + tokens.current() + "'" + expectation);
    }
}
