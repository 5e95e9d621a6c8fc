package dev.kcm.apiserver.strategy.core;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.FieldPath;
import dev.kcm.apiserver.strategy.Part;
import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.model.core.v1.PersistentVolumeClaim;

/// Defaulting, validation and update rules of persistent volume claims.
public final class PersistentVolumeClaimStrategy {
    public static final Strategy<PersistentVolumeClaim> STRATEGY = Strategy.of(
                    PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS)
            .defaults(PersistentVolumeClaimStrategy::defaulted)
            .spec(Part.of(PersistentVolumeClaim::spec, PersistentVolumeClaim::withSpec))
            .status(Part.of(PersistentVolumeClaim::status, PersistentVolumeClaim::withStatus))
            .initialStatus(it -> it.withStatus(status -> status.phase("Pending")))
            .validation(PersistentVolumeClaimStrategy::validate)
            .returnsDeletedObject()
            .build();

    private PersistentVolumeClaimStrategy() {}

    private static PersistentVolumeClaim defaulted(PersistentVolumeClaim claim) {
        var spec = claim.spec();
        return claim.withSpec(changed -> changed.volumeMode(spec.volumeMode().orElse("Filesystem")));
    }

    private static void validate(PersistentVolumeClaim claim, FieldErrors errors) {
        if (claim.spec().accessModes().isEmpty()) {
            errors.required(FieldPath.SPEC.child("accessModes"), "at least 1 access mode is required");
        }
        if (!claim.spec().resources().requests().containsKey("storage")) {
            errors.required(FieldPath.SPEC.child("resources").key("storage"), "");
        }
    }
}
