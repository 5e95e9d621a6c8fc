package dev.kcm.controllers.housekeeping.namespace;

import dev.kcm.model.Conditions;
import dev.kcm.model.core.v1.Namespace;
import dev.kcm.model.core.v1.NamespaceCondition;
import dev.kcm.runtime.plan.Outcomes;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The conditions of a namespace that is being deleted: upstream's five conditions, word for word.
enum NamespaceConditions {
    DISCOVERY(
            "NamespaceDeletionDiscoveryFailure",
            "ResourcesDiscovered",
            "All resources successfully discovered",
            "DiscoveryFailed") {
        @Override
        Optional<String> problem(ContentDeletion emptying, Outcomes writes) {
            return emptying.undiscovered();
        }
    },
    GROUP_VERSIONS(
            "NamespaceDeletionGroupVersionParsingFailure",
            "ParsedGroupVersions",
            "All legacy kube types successfully parsed",
            "GroupVersionParsingFailed") {
        /// Groups and versions come apart already; there is nothing to parse.
        @Override
        Optional<String> problem(ContentDeletion emptying, Outcomes writes) {
            return Optional.empty();
        }
    },
    CONTENT(
            "NamespaceDeletionContentFailure",
            "ContentDeleted",
            "All content successfully deleted, may be waiting on finalization",
            "ContentDeletionFailed") {
        @Override
        Optional<String> problem(ContentDeletion emptying, Outcomes writes) {
            var failures = emptying.failures(writes);
            return failures.isEmpty()
                    ? Optional.empty()
                    : Optional.of("Failed to delete all resource types, %d remaining: %s"
                            .formatted(failures.size(), String.join(", ", failures)));
        }
    },
    REMAINING(
            "NamespaceContentRemaining", "ContentRemoved", "All content successfully removed", "SomeResourcesRemain") {
        @Override
        Optional<String> problem(ContentDeletion emptying, Outcomes writes) {
            return listed(
                    "Some resources are remaining: ",
                    emptying.left().entrySet().stream()
                            .map(left -> "%s has %d resource instances".formatted(left.getKey(), left.getValue()))
                            .toList());
        }
    },
    FINALIZERS(
            "NamespaceFinalizersRemaining",
            "ContentHasNoFinalizers",
            "All content-preserving finalizers finished",
            "SomeFinalizersRemain") {
        @Override
        Optional<String> problem(ContentDeletion emptying, Outcomes writes) {
            return listed(
                    "Some content in the namespace has finalizers remaining: ",
                    emptying.finalizers().entrySet().stream()
                            .map(held -> "%s in %d resource instances".formatted(held.getKey(), held.getValue()))
                            .toList());
        }
    };

    private final String type;
    private final String reasonWhenFine;
    private final String messageWhenFine;
    private final String reason;

    NamespaceConditions(String type, String reasonWhenFine, String messageWhenFine, String reason) {
        this.type = type;
        this.reasonWhenFine = reasonWhenFine;
        this.messageWhenFine = messageWhenFine;
        this.reason = reason;
    }

    /// What is wrong, if something is.
    abstract Optional<String> problem(ContentDeletion emptying, Outcomes writes);

    /// The namespace with all of them up to date.
    static Namespace on(Namespace namespace, ContentDeletion emptying, Outcomes writes) {
        var conditions = namespace.status().conditions();
        for (var kind : values()) {
            conditions = Conditions.with(conditions, kind.condition(emptying, writes));
        }
        var updated = conditions;
        return namespace.withStatus(status -> status.conditions(updated));
    }

    boolean isTrueOf(Namespace namespace) {
        return Conditions.isTrue(namespace.status().conditions(), type);
    }

    private NamespaceCondition condition(ContentDeletion emptying, Outcomes writes) {
        var problem = problem(emptying, writes);
        return NamespaceCondition.builder()
                .type(type)
                .status(problem.isPresent() ? "True" : "False")
                .lastTransitionTime(seconds(emptying.now()))
                .reason(problem.isPresent() ? reason : reasonWhenFine)
                .message(problem.orElse(messageWhenFine))
                .build();
    }

    private static Instant seconds(Instant now) {
        return now.truncatedTo(ChronoUnit.SECONDS);
    }

    private static Optional<String> listed(String opening, List<String> lines) {
        return lines.isEmpty()
                ? Optional.empty()
                : Optional.of(lines.stream().sorted().collect(Collectors.joining(", ", opening, "")));
    }
}
