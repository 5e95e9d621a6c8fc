package dev.kcm.apiserver.strategy.storage;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.FieldPath;
import dev.kcm.apiserver.strategy.FieldValidation;
import dev.kcm.apiserver.strategy.Part;
import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.model.storage.v1.CSIDriver;
import dev.kcm.model.storage.v1.CSIDriverSpec;
import dev.kcm.model.storage.v1.TokenRequest;
import java.util.HashSet;
import java.util.List;

/// Defaulting, validation and update rules of CSI drivers. `attachedRequired` in the messages is upstream's spelling.
public final class CSIDriverStrategy {
    private static final List<String> GROUP_POLICIES = List.of("File", "None", "ReadWriteOnceWithFSType");
    private static final List<String> LIFECYCLE_MODES = List.of("Persistent", "Ephemeral");
    private static final long SHORTEST_TOKEN = 600;
    private static final long LONGEST_TOKEN = 1L << 32;
    private static final long SHORTEST_UPDATE_PERIOD = 10;

    public static final Strategy<CSIDriver> STRATEGY = Strategy.of(CSIDriver.CSI_DRIVERS)
            .defaults(it -> it.withSpec(defaulted(it.spec())))
            .spec(Part.of(CSIDriver::spec, CSIDriver::withSpec))
            .validation((driver, errors) -> validate(driver.spec(), errors))
            .updateValidation(CSIDriverStrategy::validateUpdate)
            .requiresResourceVersion()
            .returnsDeletedObject()
            .build();

    private CSIDriverStrategy() {}

    private static CSIDriverSpec defaulted(CSIDriverSpec spec) {
        return spec.toBuilder()
                .attachRequired(spec.attachRequired().orElse(true))
                .podInfoOnMount(spec.podInfoOnMount().orElse(false))
                .storageCapacity(spec.storageCapacity().orElse(false))
                .fsGroupPolicy(spec.fsGroupPolicy().orElse("ReadWriteOnceWithFSType"))
                .volumeLifecycleModes(
                        spec.volumeLifecycleModes().isEmpty() ? List.of("Persistent") : spec.volumeLifecycleModes())
                .requiresRepublish(spec.requiresRepublish().orElse(false))
                .seLinuxMount(spec.seLinuxMount().orElse(false))
                .build();
    }

    private static void validate(CSIDriverSpec spec, FieldErrors errors) {
        spec.fsGroupPolicy()
                .ifPresent(policy -> FieldValidation.supported(
                        policy, GROUP_POLICIES, FieldPath.SPEC.child("fsGroupPolicy"), errors));
        tokens(spec.tokenRequests(), FieldPath.SPEC.child("tokenRequests"), errors);
        for (var mode : spec.volumeLifecycleModes()) {
            FieldValidation.supported(mode, LIFECYCLE_MODES, FieldPath.SPEC.child("volumeLifecycleModes"), errors);
        }
        spec.nodeAllocatableUpdatePeriodSeconds()
                .filter(seconds -> seconds < SHORTEST_UPDATE_PERIOD)
                .ifPresent(seconds -> errors.invalid(
                        FieldPath.SPEC.child("nodeAllocatableUpdatePeriodSeconds"),
                        seconds,
                        "must be greater than or equal to 10 seconds"));
        spec.serviceAccountTokenInSecrets()
                .filter(_ -> spec.tokenRequests().isEmpty())
                .ifPresent(value -> errors.invalid(
                        FieldPath.SPEC.child("serviceAccountTokenInSecrets"),
                        value,
                        "serviceAccountTokenInSecrets is set but no tokenRequests are specified"));
    }

    private static void tokens(List<TokenRequest> requests, FieldPath path, FieldErrors errors) {
        var audiences = new HashSet<String>();
        for (int i = 0; i < requests.size(); i++) {
            var here = path.index(i);
            if (!audiences.add(requests.get(i).audience())) {
                errors.duplicate(here.child("audience"), requests.get(i).audience());
                continue;
            }
            requests.get(i).expirationSeconds().ifPresent(seconds -> lifetime(seconds, here, errors));
        }
    }

    private static void lifetime(long seconds, FieldPath path, FieldErrors errors) {
        var here = path.child("expirationSeconds");
        if (seconds < SHORTEST_TOKEN) {
            errors.invalid(here, seconds, "may not specify a duration less than 10 minutes");
        }
        if (seconds > LONGEST_TOKEN) {
            errors.invalid(here, seconds, "may not specify a duration larger than 2^32 seconds");
        }
    }

    private static void validateUpdate(CSIDriver wanted, CSIDriver current, FieldErrors errors) {
        validate(wanted.spec(), errors);
        if (!wanted.spec().attachRequired().equals(current.spec().attachRequired())) {
            errors.invalid(
                    FieldPath.SPEC.child("attachedRequired"),
                    wanted.spec().attachRequired().orElse(true),
                    "field is immutable");
        }
        FieldValidation.immutable(
                wanted.spec().volumeLifecycleModes(),
                current.spec().volumeLifecycleModes(),
                FieldPath.SPEC.child("volumeLifecycleModes"),
                errors);
    }
}
