package dev.kcm.model.ownership;

import java.util.List;
import java.util.stream.Collectors;

/// A field that somebody else manages with another value.
public record Conflict(FieldManager manager, List<PathElement> path) {
    /// The path as errors show it: `.spec.containers[name="a"].image`.
    public String field() {
        return path.stream().map(PathElement::toString).collect(Collectors.joining());
    }

    /// What upstream says about conflicts, which are ordered by their managers.
    static String message(List<Conflict> conflicts) {
        if (conflicts.size() == 1) {
            var only = conflicts.getFirst();
            return "Apply failed with 1 conflict: conflict with %s: %s".formatted(only.manager(), only.field());
        }
        var text = new StringBuilder("Apply failed with %d conflicts: ".formatted(conflicts.size()));
        FieldManager last = null;
        for (var conflict : conflicts) {
            if (!conflict.manager().equals(last)) {
                text.append(last == null ? "" : "\n")
                        .append("conflicts with ")
                        .append(conflict.manager())
                        .append(':');
                last = conflict.manager();
            }
            text.append("\n- ").append(conflict.field());
        }
        return text.toString();
    }
}
