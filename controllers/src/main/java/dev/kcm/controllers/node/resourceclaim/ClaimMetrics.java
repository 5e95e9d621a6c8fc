package dev.kcm.controllers.node.resourceclaim;

import dev.kcm.base.metrics.Counter;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.model.resource.v1.ResourceClaim;
import dev.kcm.runtime.controller.Memory;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Step;
import java.util.List;
import java.util.stream.Stream;

/// What upstream measures of claims.
final class ClaimMetrics {
    private static final String USER = "";
    private static final String EXTENDED_RESOURCE = "extended_resource";
    private static final String TEMPLATE = "resource_claim_template";

    private final Counter creations;

    /// What a claim is counted under: allocated, for administration, and what made it.
    record ClaimLabels(String allocated, String adminAccess, String source) {
        static ClaimLabels of(ResourceClaim claim) {
            return new ClaimLabels(
                    Boolean.toString(claim.status().allocation().isPresent()), adminAccessLabel(claim), source(claim));
        }

        static List<ClaimLabels> all() {
            return Stream.of("true", "false")
                    .flatMap(allocated -> Stream.of("true", "false")
                            .flatMap(adminAccess -> Stream.of(USER, EXTENDED_RESOURCE, TEMPLATE)
                                    .map(source -> new ClaimLabels(allocated, adminAccess, source))))
                    .toList();
        }

        private static String source(ResourceClaim claim) {
            var annotations = claim.annotations();
            if ("true".equals(annotations.get(Names.EXTENDED_RESOURCE_ANNOTATION))) {
                return EXTENDED_RESOURCE;
            }
            return annotations.getOrDefault(Names.POD_CLAIM_ANNOTATION, "").isEmpty() ? USER : TEMPLATE;
        }
    }

    ClaimMetrics(Metrics metrics, Memory<ClaimLabels> claims) {
        this.creations = metrics.counter(
                "resourceclaim_controller_creates_total",
                "Claims that were to be made for pods, by how that ended.",
                "status",
                "admin_access");
        var present = metrics.gauge(
                "resourceclaim_controller_resource_claims", "Claims there are.", "allocated", "admin_access", "source");
        for (var labels : ClaimLabels.all()) {
            present.observe(
                    () -> claims.values().stream().filter(labels::equals).count(),
                    labels.allocated(),
                    labels.adminAccess(),
                    labels.source());
        }
    }

    void synced(Outcomes writes) {
        for (var outcome : writes.all()) {
            if (outcome.step() instanceof Step.Write write && write.isCreate()) {
                write.object()
                        .map(ResourceClaim.class::cast)
                        .ifPresent(claim -> created(outcome, adminAccessLabel(claim)));
            }
        }
    }

    private void created(Outcome outcome, String adminAccess) {
        switch (outcome) {
            case Outcome.Applied _ -> creations.with("success", adminAccess).increment();
            case Outcome.Refused _, Outcome.Moot _ ->
                creations.with("failure", adminAccess).increment();
            case Outcome.Recorded _,
                    Outcome.Answered _,
                    Outcome.DiskChanged _,
                    Outcome.Skipped _,
                    Outcome.Postponed _,
                    Outcome.Withheld _ -> {}
        }
    }

    private static String adminAccessLabel(ResourceClaim claim) {
        return Boolean.toString(GeneratedClaim.needsAdminAccess(claim.spec()));
    }
}
