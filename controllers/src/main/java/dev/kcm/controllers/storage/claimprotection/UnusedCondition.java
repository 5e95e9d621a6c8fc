package dev.kcm.controllers.storage.claimprotection;

import dev.kcm.model.Conditions;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.core.v1.PersistentVolumeClaimCondition;
import java.time.Instant;
import java.util.Optional;

/// The condition that says since when no pod refers to a claim (feature PersistentVolumeClaimUnusedSinceTime).
final class UnusedCondition {
    static final String TYPE = "Unused";

    private UnusedCondition() {}

    static boolean isMissingOn(PersistentVolumeClaim claim) {
        return Conditions.find(claim.status().conditions(), TYPE).isEmpty();
    }

    /// The claim with the condition as it should be; empty if it is so.
    static Optional<PersistentVolumeClaim> changed(PersistentVolumeClaim claim, boolean isUsed, Instant now) {
        var status = isUsed ? "False" : "True";
        boolean isSo = Conditions.find(claim.status().conditions(), TYPE)
                .filter(present -> isUsed ? !present.isTrue() : present.isTrue())
                .isPresent();
        if (isSo) {
            return Optional.empty();
        }
        var condition = PersistentVolumeClaimCondition.builder()
                .type(TYPE)
                .status(status)
                .lastTransitionTime(now)
                .reason(isUsed ? "PodUsingPVC" : "NoPodsUsingPVC")
                .message(
                        isUsed
                                ? "A pod is currently referencing this PVC"
                                : "No pods are currently referencing this PVC")
                .build();
        var conditions = Conditions.with(claim.status().conditions(), condition);
        return Optional.of(claim.withStatus(it -> it.conditions(conditions)));
    }
}
