package dev.kcm.controllers.shared.nodes;

import dev.kcm.model.core.v1.NodeSelector;
import dev.kcm.model.core.v1.NodeSelectorRequirement;
import dev.kcm.model.core.v1.NodeSelectorTerm;
import java.util.Map;

/// Which nodes a pod asks for, by their labels and names. Pure.
public final class NodeSelectors {
    private static final String NAME_FIELD = "metadata.name";

    private NodeSelectors() {}

    /// Whether one of the terms matches a node of this name with these labels.
    public static boolean matches(NodeSelector selector, String name, Map<String, String> labels) {
        return selector.nodeSelectorTerms().stream().anyMatch(term -> matches(term, name, labels));
    }

    /// A term without requirements matches nothing.
    private static boolean matches(NodeSelectorTerm term, String name, Map<String, String> labels) {
        boolean isEmpty =
                term.matchExpressions().isEmpty() && term.matchFields().isEmpty();
        return !isEmpty
                && term.matchExpressions().stream().allMatch(it -> matches(it, labels))
                && term.matchFields().stream().allMatch(it -> matches(it, Map.of(NAME_FIELD, name)));
    }

    private static boolean matches(NodeSelectorRequirement wanted, Map<String, String> labels) {
        var value = labels.get(wanted.key());
        return switch (wanted.operator()) {
            case "In" -> value != null && wanted.values().contains(value);
            case "NotIn" -> value == null || !wanted.values().contains(value);
            case "Exists" -> value != null;
            case "DoesNotExist" -> value == null;
            case "Gt" -> value != null && compare(value, wanted) > 0;
            case "Lt" -> value != null && compare(value, wanted) < 0;
            default -> false;
        };
    }

    /// Zero, which matches neither, if one of them is no number.
    private static int compare(String value, NodeSelectorRequirement wanted) {
        try {
            return Long.compare(
                    Long.parseLong(value), Long.parseLong(wanted.values().getFirst()));
        } catch (NumberFormatException | java.util.NoSuchElementException _) {
            return 0;
        }
    }
}
