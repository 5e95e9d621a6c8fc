package dev.kcm.controllers.node.resourceclaim;

import dev.kcm.base.gates.FeatureGates;
import dev.kcm.model.resource.v1.ResourceClaimSpec;
import java.util.Optional;

/// What templates may ask for.
record ClaimFeatures(boolean adminAccess, boolean prioritizedList) {

    static ClaimFeatures of(FeatureGates gates) {
        return new ClaimFeatures(gates.isEnabled("DRAAdminAccess"), gates.isEnabled("DRAPrioritizedList"));
    }

    /// Why no claim is made of this, if so.
    Optional<String> problem(ResourceClaimSpec spec) {
        if (!adminAccess && GeneratedClaim.needsAdminAccess(spec)) {
            return Optional.of("admin access is requested, but the feature is disabled");
        }
        if (!prioritizedList && GeneratedClaim.hasPrioritizedList(spec)) {
            return Optional.of("template includes a prioritized list of subrequests, but the feature is disabled");
        }
        return Optional.empty();
    }
}
