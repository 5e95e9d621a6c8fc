package dev.kcm.model.selector;

import dev.kcm.base.GoText;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.meta.v1.LabelSelector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A compiled label selector: all its requirements must hold.
///
/// Requirements are kept in the order of their keys, as upstream prints them. Plain equalities,
/// which is what nearly all selectors are made of, match without touching the requirement objects.
public final class Selector {
    private static final Comparator<Requirement> BY_KEY = Comparator.comparing(Requirement::key, JsonObject.BYTEWISE);

    private static final Selector EVERYTHING = new Selector(List.of(), true);
    private static final Selector NOTHING = new Selector(List.of(), false);

    private final List<Requirement> requirements;
    private final boolean selectable;

    /// Keys and values in turn of the requirements that ask for one exact value.
    private final String[] equalities;

    private final Requirement[] others;

    private Selector(List<Requirement> requirements, boolean selectable) {
        this.requirements = requirements.stream().sorted(BY_KEY).toList();
        this.selectable = selectable;
        this.equalities = this.requirements.stream()
                .filter(Selector::isEquality)
                .flatMap(one -> Stream.of(one.key(), one.values().getFirst()))
                .toArray(String[]::new);
        this.others = this.requirements.stream().filter(one -> !isEquality(one)).toArray(Requirement[]::new);
    }

    private static boolean isEquality(Requirement requirement) {
        return switch (requirement.operator()) {
            case IN, EQUALS, DOUBLE_EQUALS -> requirement.values().size() == 1;
            case NOT_IN, NOT_EQUALS, GREATER_THAN, LESS_THAN, EXISTS, DOES_NOT_EXIST -> false;
        };
    }

    public static Selector everything() {
        return EVERYTHING;
    }

    public static Selector nothing() {
        return NOTHING;
    }

    /// All of these; everything if there are none.
    public static Selector of(List<Requirement> requirements) {
        return requirements.isEmpty() ? EVERYTHING : new Selector(requirements, true);
    }

    /// Each of these labels with exactly this value; not checked, as labels of stored objects need
    /// no checking.
    public static Selector of(Map<String, String> labels) {
        return of(labels.entrySet().stream()
                .map(label -> new Requirement(label.getKey(), Operator.EQUALS, List.of(label.getValue())))
                .toList());
    }

    /// A selector out of an object's spec, unless it is invalid.
    public static Optional<Selector> ifValid(LabelSelector selector) {
        try {
            return Optional.of(of(selector));
        } catch (SelectorException _) {
            return Optional.empty();
        }
    }

    /// A selector out of an object's spec; an empty one selects everything.
    ///
    /// @throws SelectorException with upstream's message
    public static Selector of(LabelSelector selector) {
        var requirements = new ArrayList<Requirement>();
        selector.matchLabels()
                .forEach((key, value) -> requirements.add(Requirement.checked(key, Operator.EQUALS, List.of(value))));
        for (var expression : selector.matchExpressions()) {
            var operator = switch (expression.operator()) {
                case "In" -> Operator.IN;
                case "NotIn" -> Operator.NOT_IN;
                case "Exists" -> Operator.EXISTS;
                case "DoesNotExist" -> Operator.DOES_NOT_EXIST;
                default ->
                    throw new SelectorException(
                            GoText.quote(expression.operator()) + " is not a valid label selector operator");
            };
            requirements.add(Requirement.checked(expression.key(), operator, expression.values()));
        }
        return of(requirements);
    }

    /// The same for an optional field: without a selector nothing is selected.
    public static Selector of(Optional<LabelSelector> selector) {
        return selector.map(Selector::of).orElse(NOTHING);
    }

    /// Reads the text form, such as `app=web,tier in (front,back),!canary`.
    ///
    /// @throws SelectorException with upstream's message
    public static Selector parse(String text) {
        return of(new SelectorParser(text).requirements());
    }

    public boolean matches(Map<String, String> labels) {
        for (var i = 0; i < equalities.length; i += 2) {
            if (!equalities[i + 1].equals(labels.get(equalities[i]))) {
                return false;
            }
        }
        for (var requirement : others) {
            if (!requirement.matches(labels)) {
                return false;
            }
        }
        return selectable;
    }

    /// True if it asks for nothing and so matches all.
    public boolean isEverything() {
        return selectable && requirements.isEmpty();
    }

    public boolean isNothing() {
        return !selectable;
    }

    /// In the order of their keys.
    public List<Requirement> requirements() {
        return requirements;
    }

    /// This and these too.
    public Selector and(Requirement... more) {
        return selectable
                ? of(Stream.concat(requirements.stream(), Arrays.stream(more)).toList())
                : this;
    }

    /// The one value the selector allows for `key`, if its first requirement on it says so.
    public Optional<String> exactValue(String key) {
        return requirements.stream()
                .filter(requirement -> requirement.key().equals(key))
                .findFirst()
                .filter(Selector::isEquality)
                .map(requirement -> requirement.values().getFirst());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Selector that
                && selectable == that.selectable
                && requirements.equals(that.requirements);
    }

    @Override
    public int hashCode() {
        return requirements.hashCode() * 31 + Boolean.hashCode(selectable);
    }

    /// The canonical text; empty for everything and for nothing.
    @Override
    public String toString() {
        return requirements.stream().map(Requirement::toString).collect(Collectors.joining(","));
    }
}
