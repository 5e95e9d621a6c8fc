package dev.kcm.apiserver.strategy.scheduling;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.FieldPath;
import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.model.scheduling.v1.PriorityClass;
import java.util.Set;

/// Defaulting, validation and update rules of priority classes.
public final class PriorityClassStrategy {
    private static final int HIGHEST_PRIORITY = 1_000_000_000;
    private static final Set<String> SYSTEM_PRIORITIES = Set.of("system-node-critical", "system-cluster-critical");

    public static final Strategy<PriorityClass> STRATEGY = Strategy.of(PriorityClass.PRIORITY_CLASSES)
            .defaults(it -> it.withPreemptionPolicy(it.preemptionPolicy().orElse("PreemptLowerPriority")))
            .validation(PriorityClassStrategy::validate)
            .countsGenerations()
            .build();

    private PriorityClassStrategy() {}

    /// What is above belongs to the system, and so do names that begin with its.
    private static void validate(PriorityClass priority, FieldErrors errors) {
        var name = priority.name();
        if (name.startsWith("system-")) {
            if (!SYSTEM_PRIORITIES.contains(name)) {
                errors.forbidden(
                        FieldPath.METADATA.child("name"),
                        "priority class names with 'system-' prefix are reserved for system use"
                                + " only. error: %s is not a known system priority class".formatted(name));
            }
        } else if (priority.value() > HIGHEST_PRIORITY) {
            errors.forbidden(
                    new FieldPath("value"), "maximum allowed value of a user defined priority is " + HIGHEST_PRIORITY);
        }
    }
}
