package dev.kcm.apiserver.strategy.core;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.FieldPath;
import dev.kcm.apiserver.strategy.FieldValidation;
import dev.kcm.apiserver.strategy.Part;
import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.model.core.v1.ReplicationController;
import dev.kcm.model.defaults.PodDefaults;
import java.util.Map;

/// Defaulting, validation and update rules of replication controllers.
public final class ReplicationControllerStrategy {
    public static final Strategy<ReplicationController> STRATEGY = Strategy.of(
                    ReplicationController.REPLICATION_CONTROLLERS)
            .defaults(ReplicationControllerStrategy::defaulted)
            .spec(Part.of(ReplicationController::spec, ReplicationController::withSpec))
            .status(Part.of(ReplicationController::status, ReplicationController::withStatus))
            .validation(ReplicationControllerStrategy::validate)
            .selectableField(
                    "status.replicas",
                    controller -> Integer.toString(controller.status().replicas()))
            .garbageCollection(Strategy.GarbageCollection.ORPHAN_DEPENDENTS)
            .countsGenerations()
            .build();

    private ReplicationControllerStrategy() {}

    private static ReplicationController defaulted(ReplicationController controller) {
        var spec = controller.spec();
        var changed = spec.toBuilder().replicas(spec.replicas().orElse(1));
        var template = spec.template().map(PodDefaults::template);
        template.ifPresent(changed::template);
        var labels = template.map(it -> it.metadata().labels()).orElse(Map.of());
        if (spec.selector().isEmpty()) {
            changed.selector(labels);
        }
        var defaulted = controller.withSpec(changed.build());
        return controller.labels().isEmpty() && !labels.isEmpty()
                ? defaulted.withMetadata(metadata -> metadata.labels(labels))
                : defaulted;
    }

    private static void validate(ReplicationController controller, FieldErrors errors) {
        var spec = controller.spec();
        FieldValidation.nonNegative(spec.replicas().orElse(0), FieldPath.SPEC.child("replicas"), errors);
        PodTemplateValidation.validate(spec.selector(), spec.template(), errors);
    }
}
