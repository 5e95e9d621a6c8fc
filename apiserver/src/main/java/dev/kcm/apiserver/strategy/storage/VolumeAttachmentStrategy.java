package dev.kcm.apiserver.strategy.storage;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.FieldPath;
import dev.kcm.apiserver.strategy.FieldValidation;
import dev.kcm.apiserver.strategy.Part;
import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.model.NameRules;
import dev.kcm.model.storage.v1.VolumeAttachment;
import dev.kcm.model.storage.v1.VolumeAttachmentSource;
import dev.kcm.model.storage.v1.VolumeAttachmentStatus;
import dev.kcm.model.storage.v1.VolumeError;
import java.util.Map;
import java.util.Optional;

/// Defaulting, validation and update rules of volume attachments: the spec never changes, the status is the
/// attacher's.
public final class VolumeAttachmentStrategy {
    private static final int MOST_METADATA_BYTES = 256 * 1024;
    private static final int LONGEST_MESSAGE = 1024;
    private static final String ONE_SOURCE = "must specify exactly one of inlineVolumeSpec and persistentVolumeName";

    public static final Strategy<VolumeAttachment> STRATEGY = Strategy.of(VolumeAttachment.VOLUME_ATTACHMENTS)
            .spec(Part.of(VolumeAttachment::spec, VolumeAttachment::withSpec))
            .status(Part.of(VolumeAttachment::status, VolumeAttachment::withStatus))
            .onStatusUpdate(VolumeAttachmentStrategy::withMetadataOf)
            .validation(VolumeAttachmentStrategy::validate)
            .updateValidation(VolumeAttachmentStrategy::validateUpdate)
            .statusValidation(VolumeAttachmentStrategy::validateUpdate)
            .requiresResourceVersion()
            .returnsDeletedObject()
            .build();

    private VolumeAttachmentStrategy() {}

    /// A status says nothing about the rest.
    private static VolumeAttachment withMetadataOf(VolumeAttachment wanted, VolumeAttachment current) {
        var kept = current.metadata();
        return wanted.withMetadata(it -> it.labels(kept.labels())
                .annotations(kept.annotations())
                .finalizers(kept.finalizers())
                .ownerReferences(kept.ownerReferences()));
    }

    private static void validate(VolumeAttachment attachment, FieldErrors errors) {
        var spec = attachment.spec();
        CsiNames.driver(spec.attacher(), FieldPath.SPEC.child("attacher"), errors);
        source(spec.source(), FieldPath.SPEC.child("source"), errors);
        errors.invalid(FieldPath.SPEC.child("nodeName"), spec.nodeName(), NameRules.dnsSubdomain(spec.nodeName()));
        status(attachment.status(), errors);
        spec.source()
                .persistentVolumeName()
                .ifPresent(name -> errors.invalid(
                        FieldPath.SPEC.child("source").child("persistentVolumeName"),
                        name,
                        NameRules.dnsSubdomain(name)));
    }

    private static void validateUpdate(VolumeAttachment wanted, VolumeAttachment current, FieldErrors errors) {
        validate(wanted, errors);
        FieldValidation.immutable(wanted.spec(), current.spec(), FieldPath.SPEC, errors);
    }

    private static void source(VolumeAttachmentSource source, FieldPath path, FieldErrors errors) {
        boolean isInline = source.inlineVolumeSpec().isPresent();
        boolean isNamed = source.persistentVolumeName().isPresent();
        if (!isInline && !isNamed) {
            errors.required(path, ONE_SOURCE);
        } else if (isInline && isNamed) {
            errors.forbidden(path, ONE_SOURCE);
        } else if (source.persistentVolumeName().filter(String::isEmpty).isPresent()) {
            errors.required(path.child("persistentVolumeName"), "must specify non empty persistentVolumeName");
        }
    }

    private static void status(VolumeAttachmentStatus status, FieldErrors errors) {
        if (size(status.attachmentMetadata()) > MOST_METADATA_BYTES) {
            errors.tooLong(FieldPath.STATUS.child("attachmentMetadata"), MOST_METADATA_BYTES);
        }
        error(status.attachError(), FieldPath.STATUS.child("attachError"), errors);
        error(status.detachError(), FieldPath.STATUS.child("detachError"), errors);
    }

    private static long size(Map<String, String> metadata) {
        return metadata.entrySet().stream()
                .mapToLong(entry -> entry.getKey().length() + entry.getValue().length())
                .sum();
    }

    /// Upstream names the limit of the metadata for a message that is too long, too.
    private static void error(Optional<VolumeError> error, FieldPath path, FieldErrors errors) {
        error.filter(it -> it.message().length() > LONGEST_MESSAGE)
                .ifPresent(_ -> errors.tooLong(path.child("message"), MOST_METADATA_BYTES));
        error.flatMap(VolumeError::errorCode)
                .filter(code -> code < 0)
                .ifPresent(code ->
                        errors.invalid(path.child("errorCode"), code, "must be between 0 and 2147483647, inclusive"));
    }
}
