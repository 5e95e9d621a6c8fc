package dev.kcm.controllers.network.endpointslice;

import dev.kcm.controllers.shared.slices.SliceChanges;
import dev.kcm.model.discovery.v1.Endpoint;
import dev.kcm.runtime.plan.Step;
import java.util.Optional;

/// A way to say for whose traffic endpoints are meant. Pure.
@FunctionalInterface
interface Hints {
    /// Cluster-wide routing: no endpoint is meant for anyone in particular.
    Hints NONE = changes -> Hinted.silently(changes.withEach(
            Hints::without,
            slice -> slice.endpoints().stream().anyMatch(e -> e.hints().isPresent())));

    /// Gives hints to the slices that are written anyway, and writes those whose hints are wrong.
    Hinted on(SliceChanges changes);

    record Hinted(SliceChanges changes, Optional<Notice> notice) {
        static Hinted silently(SliceChanges changes) {
            return new Hinted(changes, Optional.empty());
        }
    }

    /// What users learn through events.
    record Notice(Step.Severity severity, String reason, String message) {}

    static boolean isReady(Endpoint endpoint) {
        return endpoint.conditions().ready().orElse(false);
    }

    private static Endpoint without(Endpoint endpoint) {
        return endpoint.hints().isPresent() ? endpoint.withoutHints() : endpoint;
    }
}
