package dev.kcm.apiserver.strategy.resource;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.FieldPath;
import dev.kcm.apiserver.strategy.FieldValidation;
import dev.kcm.apiserver.strategy.Part;
import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.model.resource.v1.ResourceClaim;
import java.util.HashSet;
import java.util.List;

/// Defaulting, validation and update rules of resource claims. The spec never changes, and neither does an allocation
/// except by being taken away, with everything that drivers said about its devices.
public final class ResourceClaimStrategy {
    private static final FieldPath RESERVED_FOR = FieldPath.STATUS.child("reservedFor");
    private static final int MOST_CONSUMERS = 256;

    public static final Strategy<ResourceClaim> STRATEGY = Strategy.of(ResourceClaim.RESOURCE_CLAIMS)
            .defaults(claim -> claim.withSpec(DeviceRequests.defaulted(claim.spec())))
            .spec(Part.of(ResourceClaim::spec, ResourceClaim::withSpec))
            .status(Part.of(ResourceClaim::status, ResourceClaim::withStatus))
            .validation((claim, errors) -> DeviceRequests.validate(claim.spec(), FieldPath.SPEC, errors))
            .updateValidation((wanted, current, errors) ->
                    FieldValidation.immutable(wanted.spec(), current.spec(), FieldPath.SPEC, errors))
            .onStatusUpdate((wanted, _) -> withoutDevicesOfNobody(wanted))
            .statusValidation(ResourceClaimStrategy::validateStatus)
            .returnsDeletedObject()
            .build();

    private ResourceClaimStrategy() {}

    private static ResourceClaim withoutDevicesOfNobody(ResourceClaim claim) {
        return claim.status().allocation().isPresent() ? claim : claim.withStatus(status -> status.devices(List.of()));
    }

    private static void validateStatus(ResourceClaim wanted, ResourceClaim current, FieldErrors errors) {
        validateConsumers(wanted, current, errors);
        var before = current.status().allocation();
        var after = wanted.status().allocation();
        if (before.isPresent() && after.isPresent()) {
            FieldValidation.immutable(after.get(), before.get(), FieldPath.STATUS.child("allocation"), errors);
        }
    }

    private static void validateConsumers(ResourceClaim wanted, ResourceClaim current, FieldErrors errors) {
        var consumers = wanted.status().reservedFor();
        if (consumers.isEmpty()) {
            return;
        }
        var uids = new HashSet<String>();
        for (int at = 0; at < consumers.size(); at++) {
            if (!uids.add(consumers.get(at).uid())) {
                errors.duplicate(
                        RESERVED_FOR.index(at).child("uid"), consumers.get(at).uid());
            }
        }
        if (consumers.size() > MOST_CONSUMERS) {
            errors.invalid(RESERVED_FOR, consumers.size(), "must have at most 256 items");
        }
        if (wanted.status().allocation().isEmpty()) {
            errors.forbidden(RESERVED_FOR, "may not be specified when `allocated` is not set");
        } else if (current.isDeleting() && !current.status().reservedFor().containsAll(consumers)) {
            errors.forbidden(
                    RESERVED_FOR,
                    "new entries may not be added while `deallocationRequested` or `deletionTimestamp` are set");
        }
    }
}
