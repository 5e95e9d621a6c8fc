package dev.kcm.apiserver.strategy.core;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.FieldPath;
import dev.kcm.apiserver.strategy.FieldValidation;
import dev.kcm.apiserver.strategy.Part;
import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.model.core.v1.HostPathVolumeSource;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeSource;
import dev.kcm.model.core.v1.PersistentVolumeSpec;
import dev.kcm.model.core.v1.PersistentVolumeStatus;
import dev.kcm.model.defaults.Defaults;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Defaulting, validation and update rules of persistent volumes. What is behind a volume does not change; for whom it
/// is, how large it is and what becomes of it may.
public final class PersistentVolumeStrategy {
    private static final List<String> RECLAIM_POLICIES = List.of("Delete", "Recycle", "Retain");
    private static final FieldPath CAPACITY = FieldPath.SPEC.child("capacity");
    private static final FieldPath NODE_AFFINITY = FieldPath.SPEC.child("nodeAffinity");

    public static final Strategy<PersistentVolume> STRATEGY = Strategy.of(PersistentVolume.PERSISTENT_VOLUMES)
            .defaults(PersistentVolumeStrategy::defaulted)
            .spec(Part.of(PersistentVolume::spec, PersistentVolume::withSpec))
            .status(Part.of(PersistentVolume::status, PersistentVolume::withStatus))
            .initialStatus(PersistentVolumeStrategy::pending)
            .validation(PersistentVolumeStrategy::validate)
            .updateValidation(PersistentVolumeStrategy::validateUpdate)
            .returnsDeletedObject()
            .build();

    private PersistentVolumeStrategy() {}

    private static PersistentVolume defaulted(PersistentVolume volume) {
        var spec = volume.spec();
        return volume.withSpec(changed -> changed.persistentVolumeReclaimPolicy(
                        Defaults.or(spec.persistentVolumeReclaimPolicy(), "Retain"))
                .volumeMode(spec.volumeMode().orElse("Filesystem"))
                .persistentVolumeSource(defaulted(spec.persistentVolumeSource())));
    }

    private static PersistentVolumeSource defaulted(PersistentVolumeSource source) {
        return source.hostPath()
                .filter(path -> path.type().isEmpty())
                .map(path -> source.toBuilder().hostPath(path.withType("")).build())
                .orElse(source);
    }

    /// A new volume, since when its metadata says.
    private static PersistentVolume pending(PersistentVolume volume) {
        var status = PersistentVolumeStatus.builder().phase("Pending");
        volume.metadata().creationTimestamp().ifPresent(status::lastPhaseTransitionTime);
        return volume.withStatus(status.build());
    }

    private static void validate(PersistentVolume volume, FieldErrors errors) {
        var spec = volume.spec();
        if (spec.accessModes().isEmpty()) {
            errors.required(FieldPath.SPEC.child("accessModes"), "");
        }
        VolumeValidation.accessModes(spec.accessModes(), FieldPath.SPEC.child("accessModes"), errors);
        validateCapacity(spec, errors);
        FieldValidation.supported(
                spec.persistentVolumeReclaimPolicy(),
                RECLAIM_POLICIES,
                FieldPath.SPEC.child("persistentVolumeReclaimPolicy"),
                errors);
        validateSource(spec, errors);
        VolumeValidation.className(spec.storageClassName(), FieldPath.SPEC.child("storageClassName"), errors);
        spec.volumeMode().ifPresent(mode -> VolumeValidation.volumeMode(mode, errors));
        spec.nodeAffinity()
                .filter(affinity -> affinity.required()
                        .map(it -> it.nodeSelectorTerms().isEmpty())
                        .orElse(true))
                .ifPresent(affinity -> errors.required(
                        NODE_AFFINITY.child("required").child("nodeSelectorTerms"),
                        "must have at least one node selector term"));
    }

    private static void validateCapacity(PersistentVolumeSpec spec, FieldErrors errors) {
        var capacity = spec.capacity();
        if (capacity.isEmpty()) {
            errors.required(CAPACITY, "");
        }
        if (!capacity.containsKey(VolumeValidation.STORAGE) || capacity.size() > 1) {
            var shown = JsonObject.builder();
            capacity.forEach((name, quantity) -> shown.put(name, Json.of(quantity.toString())));
            errors.unsupported(CAPACITY, shown.build().toText(), List.of(VolumeValidation.STORAGE));
        }
        capacity.forEach((name, quantity) -> VolumeValidation.positive(quantity, CAPACITY.key(name), errors));
    }

    private static void validateSource(PersistentVolumeSpec spec, FieldErrors errors) {
        var sources = new ArrayList<String>();
        VolumeValidation.fields(spec.persistentVolumeSource()::encode).forEach((name, _) -> sources.add(name));
        if (sources.isEmpty()) {
            errors.required(FieldPath.SPEC, "must specify a volume type");
        }
        sources.stream()
                .skip(1)
                .forEach(name ->
                        errors.forbidden(FieldPath.SPEC.child(name), "may not specify more than 1 volume type"));
        spec.hostPath().ifPresent(path -> validateHostPath(spec, path, errors));
        if (spec.local().isPresent() && spec.nodeAffinity().isEmpty()) {
            errors.required(FieldPath.METADATA.child("annotations"), "Local volume requires node affinity");
        }
    }

    private static void validateHostPath(PersistentVolumeSpec spec, HostPathVolumeSource source, FieldErrors errors) {
        var path = FieldPath.SPEC.child("hostPath").child("path");
        if (source.path().isEmpty()) {
            errors.required(path, "");
        } else if (Arrays.asList(source.path().split("/")).contains("..")) {
            errors.invalid(path, source.path(), "must not contain '..'");
        }
        if (source.path().matches("/+") && spec.persistentVolumeReclaimPolicy().equals("Recycle")) {
            errors.forbidden(
                    FieldPath.SPEC.child("persistentVolumeReclaimPolicy"),
                    "may not be 'recycle' for a hostPath mount of '/'");
        }
    }

    private static void validateUpdate(PersistentVolume wanted, PersistentVolume current, FieldErrors errors) {
        validate(wanted, errors);
        var before = current.spec();
        var after = wanted.spec();
        var source = after.persistentVolumeSource();
        if (!source.equals(before.persistentVolumeSource()) && !addsExpandSecret(before, after)) {
            errors.forbidden(
                    FieldPath.SPEC.child("persistentvolumesource"),
                    "spec.persistentvolumesource is immutable after creation\n"
                            + VolumeValidation.diff(before.persistentVolumeSource()::encode, source::encode));
        }
        FieldValidation.immutable(
                after.volumeMode().orElse(""), before.volumeMode().orElse(""), new FieldPath("volumeMode"), errors);
        if (before.nodeAffinity().isPresent() && !before.nodeAffinity().equals(after.nodeAffinity())) {
            errors.invalid(
                    new FieldPath("nodeAffinity"),
                    after.nodeAffinity().map(Object::toString).orElse("null"),
                    "field is immutable");
        }
        if (before.volumeAttributesClassName().isPresent()
                && after.volumeAttributesClassName().isEmpty()) {
            errors.forbidden(
                    FieldPath.SPEC.child("volumeAttributesClassName"), "update from non-nil value to nil is forbidden");
        }
    }

    private static boolean addsExpandSecret(PersistentVolumeSpec before, PersistentVolumeSpec after) {
        return before.csi().isPresent()
                && before.csi().get().controllerExpandSecretRef().isEmpty()
                && after.csi()
                        .filter(csi -> csi.withoutControllerExpandSecretRef()
                                .equals(before.csi().get()))
                        .isPresent();
    }
}
