package dev.kcm.apiserver.strategy.core;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.FieldPath;
import dev.kcm.apiserver.strategy.MetadataValidation;
import dev.kcm.model.core.v1.EphemeralVolumeSource;
import dev.kcm.model.core.v1.PersistentVolumeClaimTemplate;
import dev.kcm.model.core.v1.Volume;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.meta.v1.ObjectMeta;
import java.util.Set;

/// Checks of volumes that stand for claims: by their name, or made from a template.
final class PodClaimVolumes {
    private static final Set<String> ALLOWED = Set.of("labels", "annotations");

    private PodClaimVolumes() {}

    static void validate(Volume volume, FieldPath path, FieldErrors errors) {
        var source = volume.volumeSource();
        source.persistentVolumeClaim()
                .filter(claim -> claim.claimName().isEmpty())
                .ifPresent(
                        _ -> errors.required(path.child("persistentVolumeClaim").child("claimName"), ""));
        source.ephemeral().ifPresent(ephemeral -> ephemeral(ephemeral, path.child("ephemeral"), errors));
    }

    private static void ephemeral(EphemeralVolumeSource ephemeral, FieldPath path, FieldErrors errors) {
        var here = path.child("volumeClaimTemplate");
        ephemeral
                .volumeClaimTemplate()
                .ifPresentOrElse(template -> template(template, here, errors), () -> errors.required(here, ""));
    }

    /// Of its metadata only labels and annotations make sense: the claim gets its name and owner from the pod.
    private static void template(PersistentVolumeClaimTemplate template, FieldPath path, FieldErrors errors) {
        var metadata = template.metadata();
        MetadataValidation.labels(metadata.labels(), path.child("metadata").child("labels"), errors);
        fields(metadata).names().stream()
                .filter(field -> !ALLOWED.contains(field))
                .forEach(field -> errors.forbidden(path.child("metadata").child(field), "cannot be set"));
        var spec = path.child("spec");
        if (template.spec().accessModes().isEmpty()) {
            errors.required(spec.child("accessModes"), "at least 1 access mode is required");
        }
        if (!template.spec().resources().requests().containsKey("storage")) {
            errors.required(spec.child("resources").key("storage"), "");
        }
    }

    private static JsonObject fields(ObjectMeta metadata) {
        return (JsonObject) Json.parse(metadata.toString());
    }
}
