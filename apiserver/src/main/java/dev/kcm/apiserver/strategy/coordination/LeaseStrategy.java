package dev.kcm.apiserver.strategy.coordination;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.FieldPath;
import dev.kcm.apiserver.strategy.FieldValidation;
import dev.kcm.apiserver.strategy.Part;
import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.model.coordination.v1.Lease;

/// Defaulting, validation and update rules of leases.
public final class LeaseStrategy {
    public static final Strategy<Lease> STRATEGY = Strategy.of(Lease.LEASES)
            .spec(Part.of(Lease::spec, Lease::withSpec))
            .validation(LeaseStrategy::validate)
            .requiresResourceVersion()
            .allowsCreateOnUpdate()
            .build();

    private LeaseStrategy() {}

    private static void validate(Lease lease, FieldErrors errors) {
        var spec = lease.spec();
        spec.leaseDurationSeconds()
                .filter(seconds -> seconds <= 0)
                .ifPresent(seconds -> errors.invalid(
                        FieldPath.SPEC.child("leaseDurationSeconds"), seconds, "must be greater than 0"));
        FieldValidation.nonNegative(
                spec.leaseTransitions().orElse(0), FieldPath.SPEC.child("leaseTransitions"), errors);
    }
}
