package dev.kcm.apiserver.strategy.core;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.FieldPath;
import dev.kcm.apiserver.strategy.FieldValidation;
import dev.kcm.apiserver.strategy.Part;
import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.core.v1.PersistentVolumeClaimSpec;
import dev.kcm.model.value.Quantity;
import java.util.TreeMap;

/// Defaulting, validation and update rules of persistent volume claims. What a claim asks for does not change, but for
/// its volume, which is named once, a class for one that has made no choice, and the size of one that is bound.
public final class PersistentVolumeClaimStrategy {
    private static final String BETA_CLASS = "volume.beta.kubernetes.io/storage-class";
    private static final FieldPath REQUEST =
            FieldPath.SPEC.child("resources").child("requests").child(VolumeValidation.STORAGE);
    private static final FieldPath ATTRIBUTES_CLASS = FieldPath.SPEC.child("volumeAttributesClassName");

    public static final Strategy<PersistentVolumeClaim> STRATEGY = Strategy.of(
                    PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS)
            .defaults(PersistentVolumeClaimStrategy::defaulted)
            .spec(Part.of(PersistentVolumeClaim::spec, PersistentVolumeClaim::withSpec))
            .status(Part.of(PersistentVolumeClaim::status, PersistentVolumeClaim::withStatus))
            .initialStatus(it -> it.withStatus(status -> status.phase("Pending")))
            .validation(PersistentVolumeClaimStrategy::validate)
            .updateValidation(PersistentVolumeClaimStrategy::validateUpdate)
            .returnsDeletedObject()
            .build();

    private PersistentVolumeClaimStrategy() {}

    private static PersistentVolumeClaim defaulted(PersistentVolumeClaim claim) {
        var spec = claim.spec();
        return claim.withSpec(changed -> changed.volumeMode(spec.volumeMode().orElse("Filesystem")));
    }

    private static void validate(PersistentVolumeClaim claim, FieldErrors errors) {
        var spec = claim.spec();
        if (spec.accessModes().isEmpty()) {
            errors.required(FieldPath.SPEC.child("accessModes"), "at least 1 access mode is required");
        }
        VolumeValidation.accessModes(spec.accessModes(), FieldPath.SPEC.child("accessModes"), errors);
        var requestPath = FieldPath.SPEC.child("resources").key(VolumeValidation.STORAGE);
        var request = spec.resources().requests().get(VolumeValidation.STORAGE);
        if (request == null) {
            errors.required(requestPath, "");
        } else {
            VolumeValidation.positive(request, requestPath, errors);
        }
        VolumeValidation.className(
                spec.storageClassName().orElse(""), FieldPath.SPEC.child("storageClassName"), errors);
        spec.volumeMode().ifPresent(mode -> VolumeValidation.volumeMode(mode, errors));
        VolumeValidation.className(spec.volumeAttributesClassName().orElse(""), ATTRIBUTES_CLASS, errors);
    }

    private static void validateUpdate(
            PersistentVolumeClaim wanted, PersistentVolumeClaim current, FieldErrors errors) {
        validate(wanted, errors);
        var before = current.spec();
        var after = comparable(wanted, current);
        if (!after.equals(before)) {
            errors.forbidden(
                    FieldPath.SPEC,
                    "spec is immutable after creation except resources.requests and volumeAttributesClassName for"
                            + " bound claims\n"
                            + VolumeValidation.diff(before::encode, after::encode));
        }
        validateSize(wanted, current, errors);
        FieldValidation.immutable(
                wanted.spec().volumeMode().orElse(""),
                before.volumeMode().orElse(""),
                new FieldPath("volumeMode"),
                errors);
        validateAttributesClass(wanted, current, errors);
    }

    /// The wanted spec with what may change as it was.
    private static PersistentVolumeClaimSpec comparable(PersistentVolumeClaim wanted, PersistentVolumeClaim current) {
        var before = current.spec();
        var spec = wanted.spec().toBuilder();
        if (before.volumeName().isEmpty()) {
            spec.volumeName("");
        }
        var old = current.annotations().get(BETA_CLASS);
        boolean isFirstChoice = before.storageClassName().isEmpty()
                && wanted.spec()
                        .storageClassName()
                        .filter(name -> old == null || name.equals(old))
                        .isPresent();
        if (isFirstChoice) {
            spec.withoutStorageClassName();
        }
        if (wanted.status().phase().equals("Bound")) {
            var requests = new TreeMap<>(wanted.spec().resources().requests());
            requests.put(VolumeValidation.STORAGE, sizeOf(current));
            spec.resources(resources -> resources.requests(requests)).withoutVolumeAttributesClassName();
            before.volumeAttributesClassName().ifPresent(spec::volumeAttributesClassName);
        }
        return spec.build();
    }

    /// A size may go back while the volume has not grown, to recover from an expansion that cannot succeed.
    private static void validateSize(PersistentVolumeClaim wanted, PersistentVolumeClaim current, FieldErrors errors) {
        var size = sizeOf(wanted);
        var actual = current.status().capacity().getOrDefault(VolumeValidation.STORAGE, Quantity.ZERO);
        if (size.compareTo(sizeOf(current)) < 0 && size.compareTo(actual) <= 0) {
            errors.forbidden(REQUEST, "field can not be less than status.capacity");
        }
    }

    private static void validateAttributesClass(
            PersistentVolumeClaim wanted, PersistentVolumeClaim current, FieldErrors errors) {
        var after = wanted.spec().volumeAttributesClassName();
        if (after.equals(current.spec().volumeAttributesClassName())
                || current.status().currentVolumeAttributesClassName().isEmpty()) {
            return;
        }
        if (after.isEmpty()) {
            errors.forbidden(
                    ATTRIBUTES_CLASS,
                    "update to nil is forbidden when status.currentVolumeAttributesClassName is not nil");
        } else if (after.get().isEmpty()) {
            errors.forbidden(
                    ATTRIBUTES_CLASS,
                    "update to empty string is forbidden when status.currentVolumeAttributesClassName is not nil");
        }
    }

    private static Quantity sizeOf(PersistentVolumeClaim claim) {
        return claim.spec().resources().requests().getOrDefault(VolumeValidation.STORAGE, Quantity.ZERO);
    }
}
