package dev.kcm.cluster.why;

import dev.kcm.model.DynamicObject;
import dev.kcm.model.json.Json;
import java.util.List;
import java.util.Set;

/// The conditions of an object that are not as one wants them.
final class ConditionClues {
    /// Those that complain by being true; all others do by not being true.
    private static final Set<String> BAD_NEWS = Set.of(
            "Denied",
            "DisruptionTarget",
            "Failed",
            "FailureTarget",
            "NamespaceContentRemaining",
            "NamespaceDeletionContentFailure",
            "NamespaceDeletionDiscoveryFailure",
            "NamespaceDeletionGroupVersionParsingFailure",
            "NamespaceFinalizersRemaining",
            "NetworkUnavailable",
            "ReplicaFailure",
            "ScalingLimited",
            "Suspended");

    private ConditionClues() {}

    static List<String> complaints(DynamicObject object) {
        boolean isOver = ClusterView.text(object, "status", "phase").equals("Succeeded");
        return object.content().itemsAt("status", "conditions").stream()
                .filter(ConditionClues::isBad)
                .filter(condition -> !(isOver && text(condition, "type").endsWith("Ready")))
                .map(ConditionClues::told)
                .toList();
    }

    private static boolean isBad(Json condition) {
        var type = text(condition, "type");
        boolean isTrue = text(condition, "status").equals("True");
        return (BAD_NEWS.contains(type) || type.endsWith("Pressure")) ? isTrue : !isTrue;
    }

    private static String told(Json condition) {
        return "%s is %s: %s %s"
                .formatted(
                        text(condition, "type"),
                        text(condition, "status"),
                        text(condition, "reason"),
                        text(condition, "message"))
                .strip();
    }

    private static String text(Json condition, String field) {
        return condition.textAt(field).orElse("");
    }
}
