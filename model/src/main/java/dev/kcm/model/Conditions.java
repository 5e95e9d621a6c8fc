package dev.kcm.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Finds and sets conditions in the lists statuses keep them in, at most one of a type.
public final class Conditions {
    private Conditions() {}

    public static <C extends StatusCondition<C>> Optional<C> find(List<C> conditions, String type) {
        for (var condition : conditions) {
            if (condition.type().equals(type)) {
                return Optional.of(condition);
            }
        }
        return Optional.empty();
    }

    public static <C extends StatusCondition<C>> boolean isTrue(List<C> conditions, String type) {
        return find(conditions, type).filter(StatusCondition::isTrue).isPresent();
    }

    /// The list with `condition` in the place of the one of its type, or at the end. The time of
    /// transition is that of the old one unless the status differs.
    public static <C extends StatusCondition<C>> List<C> with(List<C> conditions, C condition) {
        var kept = sinceTransition(conditions, condition);
        var changed = new ArrayList<C>(conditions.size() + 1);
        var isPlaced = false;
        for (var present : conditions) {
            var isSameType = present.type().equals(condition.type());
            changed.add(isSameType ? kept : present);
            isPlaced |= isSameType;
        }
        if (!isPlaced) {
            changed.add(kept);
        }
        return List.copyOf(changed);
    }

    /// The same with `condition` always at the end, as some controllers order them.
    public static <C extends StatusCondition<C>> List<C> withLast(List<C> conditions, C condition) {
        var changed = new ArrayList<>(without(conditions, condition.type()));
        changed.add(sinceTransition(conditions, condition));
        return List.copyOf(changed);
    }

    public static <C extends StatusCondition<C>> List<C> without(List<C> conditions, String type) {
        return conditions.stream()
                .filter(condition -> !condition.type().equals(type))
                .toList();
    }

    private static <C extends StatusCondition<C>> C sinceTransition(List<C> conditions, C condition) {
        return find(conditions, condition.type())
                .filter(present -> present.status().equals(condition.status()))
                .flatMap(StatusCondition::lastTransitionTime)
                .map(condition::withLastTransitionTime)
                .orElse(condition);
    }
}
