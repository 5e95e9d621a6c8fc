package dev.kcm.cluster.why;

import dev.kcm.model.DynamicObject;
import dev.kcm.model.json.Json;
import java.util.List;
import java.util.Set;

/// The conditions of an object that report a problem.
final class ConditionDiagnostics {
    /// Those that report a problem when true; all others do when not true.
    private static final Set<String> PROBLEM_WHEN_TRUE = Set.of(
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

    private ConditionDiagnostics() {}

    static List<String> problems(DynamicObject object) {
        boolean isOver = ClusterView.text(object, "status", "phase").equals("Succeeded");
        return object.content().itemsAt("status", "conditions").stream()
                .filter(ConditionDiagnostics::isBad)
                .filter(condition -> !(isOver && text(condition, "type").endsWith("Ready")))
                .map(ConditionDiagnostics::text)
                .toList();
    }

    private static boolean isBad(Json condition) {
        var type = text(condition, "type");
        boolean isTrue = text(condition, "status").equals("True");
        return (PROBLEM_WHEN_TRUE.contains(type) || type.endsWith("Pressure")) ? isTrue : !isTrue;
    }

    private static String text(Json condition) {
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
